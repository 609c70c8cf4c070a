// Ways to leave a function that are no returns.
// command: lib
// functions: 7
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

extern jmp_buf environment;
_Noreturn void fail(struct node *node);

static _Noreturn void fail_with(struct node *node)
{
    printf("%d\n", node && node->next ? node->next->value : 0);
    exit(1);
}

void fails(struct node *node)
{
    if (node && node->value < 0)
        fail(node);
}

void fails_with_next(struct node *node)
{
    if (node)
        fail_with(node->next);
}

void jumps(struct node *node)
{
    if (!node)
        return;
    node->next = NULL;
    longjmp(environment, 1);
}

void jumps_away_from_mess(struct node *node)
{
    if (!node)
        return;
    node->next = (struct node *)12345; // BUG: jumps_away_from_mess: an integer is no node
    longjmp(environment, 1); // BUG: jumps_away_from_mess: whoever continues sees it
}

void fails_with_mess(struct node *node)
{
    if (!node)
        return;
    node->next = (struct node *)12345; // BUG: fails_with_mess: an integer is no node
    fail(node); // BUG: fails_with_mess: the callee sees it
}

void fails_with_integer(void)
{
    fail_with((struct node *)12345); // BUG: fails_with_integer: an integer is no node
}
