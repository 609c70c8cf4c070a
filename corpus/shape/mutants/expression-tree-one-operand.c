// A node with an operand is taken to have both.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct expression {
    int is_sum;
    int value;
    struct expression *left, *right;
};

static void destroy(struct expression *expression)
{
    if (!expression)
        return;
    destroy(expression->left);
    destroy(expression->right);
    free(expression);
}

static struct expression *build(void)
{
    struct expression *expression = malloc(sizeof *expression);
    if (!expression)
        exit(1);
    expression->is_sum = 0;
    expression->left = expression->right = NULL;
    expression->value = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int()) {
        expression->is_sum = 1;
        expression->left = build();
        expression->right = __VERIFIER_nondet_int() ? build() : NULL;
    }
    return expression;
}

static int evaluate(const struct expression *expression)
{
    if (!expression->left) // BUG: null-deref
        return expression->value;
    return evaluate(expression->left) ^ evaluate(expression->right);
}

/* 0 + x is x. */
static struct expression *simplify(struct expression *expression)
{
    if (!expression->left || !expression->right)
        return expression;
    expression->left = simplify(expression->left);
    expression->right = simplify(expression->right);
    if (!expression->left->left && expression->left->value == 0) {
        struct expression *result = expression->right;
        destroy(expression->left);
        free(expression);
        return result;
    }
    return expression;
}

int main(void)
{
    struct expression *expression = simplify(build());
    int value = evaluate(expression);
    destroy(expression);
    return value == 7;
}
