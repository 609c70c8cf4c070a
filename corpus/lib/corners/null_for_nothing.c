// Null pointers that callees follow on every way, or on some.
// command: lib
// functions: 7
// requires: set: p != NULL
// requires: set_if: p != NULL
// requires: length: p != NULL
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

void set(struct node *p, int value)
{
    p->value = value;
}

void set_if(struct node *p, int value)
{
    if (value)
        p->value = value;
}

int length(struct node *p)
{
    int count = 0;
    while (p->next) {
        p = p->next;
        count++;
    }
    return count;
}

void sets_nothing(void)
{
    set_if(NULL, 0);
}

void sets_null(void)
{
    set(NULL, 0); // BUG: sets_null: follows null
}

void sets_null_if(void)
{
    set_if(NULL, 1); // BUG: sets_null_if: follows null
}

int measures_null(void)
{
    return length(NULL); // BUG: measures_null: follows null
}
