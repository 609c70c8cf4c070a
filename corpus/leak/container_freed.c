// Frees a struct before the string it owns.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
    int age;
};

int main(void) {
    struct person *p = malloc(sizeof *p);
    if (!p)
        return 1;
    p->age = 40;
    p->name = strdup("Ada");
    free(p); // BUG: leak
    return 0;
}
