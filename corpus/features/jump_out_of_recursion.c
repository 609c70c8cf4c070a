// A parser leaves its recursion by longjmp where the input is wrong, and the caller frees what was built so far.
// verdict: safe
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
    struct node *left, *right;
    struct node *next;
};

static jmp_buf failed;
static struct node *all;

static struct node *parse(int depth) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    if (byte > 1)
        longjmp(failed, byte);
    if (byte == 0 || depth == 0)
        return NULL;
    struct node *node = malloc(sizeof *node);
    if (!node)
        longjmp(failed, 0);
    node->next = all;
    all = node;
    node->left = parse(depth - 1);
    node->right = parse(depth - 1);
    return node;
}

int main(void) {
    int code = setjmp(failed);
    if (code == 0)
        parse(2);
    else
        assert(code >= 1 && code <= 255);
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
