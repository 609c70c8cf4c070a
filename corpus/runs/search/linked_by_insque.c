// insque and remque on a list.
#include <search.h>
#include <stdio.h>

struct item { struct item *next, *before; int id; };
int main(void) {
    struct item a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
    insque(&a, NULL);
    insque(&c, &a);
    insque(&b, &a);
    for (struct item *i = &a; i; i = i->next) printf("%d ", i->id);
    remque(&b);
    for (struct item *i = &a; i; i = i->next) printf("%d ", i->id);
    printf("%d\n", c.before->id);
    return 0;
}
