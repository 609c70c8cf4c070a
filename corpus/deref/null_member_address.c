// Takes the address of a member of a null struct, as offsetof does, and never uses it as a pointer.
// verdict: safe
#include <assert.h>
#include <stddef.h>

struct node {
    long data[4];
    struct node *next;
};

int main(void) {
    assert((size_t)&((struct node *)0)->next == offsetof(struct node, next));
    return 0;
}
