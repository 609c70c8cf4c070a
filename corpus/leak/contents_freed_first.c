// Frees the string that a struct owns, and then the struct.
// verdict: safe
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
    free(p->name);
    free(p);
    return 0;
}
