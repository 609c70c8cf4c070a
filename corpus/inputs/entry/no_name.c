// A function that is started by itself looks at a string that may be missing.
// verdict: unsafe
// args: --entry=initial
#include <stddef.h>

struct person {
    char *name;
    int age;
};

int initial(struct person *person)
{
    if (!person)
        return 0;
    return person->name[0]; // BUG: null-deref
}
