// A list that functions build who call each other twice, nine deep, with values from 1 to 20.
// verdict: safe
// property: unreach-call
// malloc: ok
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value < 1 ? 1 : value > 20 ? 20 : value;
    node->next = list;
    return node;
}

static struct node *level1(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = push(list, value + 1);
    return push(list, value);
}

static struct node *level2(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = level1(list, value + 2);
    return level1(list, value);
}

static struct node *level3(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = level2(list, value + 3);
    return level2(list, value);
}

static struct node *level4(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = level3(list, value + 4);
    return level3(list, value);
}

static struct node *level5(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = level4(list, value + 5);
    return level4(list, value);
}

static struct node *level6(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = level5(list, value + 6);
    return level5(list, value);
}

static struct node *level7(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = level6(list, value + 7);
    return level6(list, value);
}

static struct node *level8(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = level7(list, value + 8);
    return level7(list, value);
}

static struct node *level9(struct node *list, int value)
{
    if (__VERIFIER_nondet_int())
        list = level8(list, value + 9);
    return level8(list, value);
}

int main(void)
{
    struct node *list = level9(NULL, __VERIFIER_nondet_int());
    for (struct node *node = list; node; node = node->next)
        if (node->value < 1 || node->value > 20)
            __VERIFIER_error();
    return 0;
}
