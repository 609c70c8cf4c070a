// Functions that call each other twice, nine deep, pass the address of a variable of their own on.
// The innermost one keeps it, and it is used when the variable is gone.
// verdict: unsafe
// property: valid-deref,unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int *kept;

static void raise(int *level)
{
    kept = level;
    if (*level < 50)
        *level += 1;
}

static void level1(int *level)
{
    int own = *level;
    raise(&own);
    if (__VERIFIER_nondet_int())
        raise(level);
    if (own > *level)
        *level = own;
}

static void level2(int *level)
{
    int own = *level;
    level1(&own);
    if (__VERIFIER_nondet_int())
        level1(level);
    if (own > *level)
        *level = own;
}

static void level3(int *level)
{
    int own = *level;
    level2(&own);
    if (__VERIFIER_nondet_int())
        level2(level);
    if (own > *level)
        *level = own;
}

static void level4(int *level)
{
    int own = *level;
    level3(&own);
    if (__VERIFIER_nondet_int())
        level3(level);
    if (own > *level)
        *level = own;
}

static void level5(int *level)
{
    int own = *level;
    level4(&own);
    if (__VERIFIER_nondet_int())
        level4(level);
    if (own > *level)
        *level = own;
}

static void level6(int *level)
{
    int own = *level;
    level5(&own);
    if (__VERIFIER_nondet_int())
        level5(level);
    if (own > *level)
        *level = own;
}

static void level7(int *level)
{
    int own = *level;
    level6(&own);
    if (__VERIFIER_nondet_int())
        level6(level);
    if (own > *level)
        *level = own;
}

static void level8(int *level)
{
    int own = *level;
    level7(&own);
    if (__VERIFIER_nondet_int())
        level7(level);
    if (own > *level)
        *level = own;
}

static void level9(int *level)
{
    int own = *level;
    level8(&own);
    if (__VERIFIER_nondet_int())
        level8(level);
    if (own > *level)
        *level = own;
}

int main(void)
{
    int level = 0;
    level9(&level);
    if (level < 0 || level > 50)
        __VERIFIER_error();
    return *kept; // BUG: use-after-scope
}
