// Writes a member of a null struct: the address is small, not zero.
// verdict: unsafe
#include <stddef.h>

struct node {
    long data[4];
    struct node *next;
};

int main(void) {
    struct node *p = NULL;
    p->next = p; // BUG: null-deref
    return 0;
}
