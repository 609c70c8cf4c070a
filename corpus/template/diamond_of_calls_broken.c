// Functions call each other twice, ten deep: a copy for each call would be a thousand, one summary each is enough.
// The upper limit is one too low for what the innermost function gives.
// verdict: unsafe
// property: unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int settle(int x)
{
    while (x < 0 && __VERIFIER_nondet_int())
        x++;
    if (x > 100)
        return 100;
    return x < 0 ? 0 : x;
}

static int level1(int x)
{
    x = settle(x - 1);
    return settle(x + 2);
}

static int level2(int x)
{
    x = level1(x - 2);
    return level1(x + 4);
}

static int level3(int x)
{
    x = level2(x - 3);
    return level2(x + 6);
}

static int level4(int x)
{
    x = level3(x - 4);
    return level3(x + 8);
}

static int level5(int x)
{
    x = level4(x - 5);
    return level4(x + 10);
}

static int level6(int x)
{
    x = level5(x - 6);
    return level5(x + 12);
}

static int level7(int x)
{
    x = level6(x - 7);
    return level6(x + 14);
}

static int level8(int x)
{
    x = level7(x - 8);
    return level7(x + 16);
}

static int level9(int x)
{
    x = level8(x - 9);
    return level8(x + 18);
}

static int level10(int x)
{
    x = level9(x - 10);
    return level9(x + 20);
}

int main(void)
{
    int x = level10(__VERIFIER_nondet_int());
    if (x < 0 || x > 99)
        __VERIFIER_error(); // BUG: reach-error
    return 0;
}
