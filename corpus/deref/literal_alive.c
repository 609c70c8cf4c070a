// Compound literals in all kinds of places, used where they still live.
// verdict: safe
struct pair {
    int a, b;
};

static int sum(const struct pair *pair)
{
    return pair->a + pair->b;
}

static struct pair *next(struct pair *pair)
{
    pair->a++;
    return pair;
}

static int rounds;

static int more(void)
{
    return rounds++ % 4;
}

int main(void)
{
    int *p, n = 0;
    // As arguments.
    for (int i = 0; i < 3; i++)
        n += sum(&(struct pair){i, 2});
    for (int i = 0; i < 3; i++) {
        n += sum(next(&(struct pair){i, 2}));
        if (i == 1)
            continue;
        n += sum(&(struct pair){.b = i});
    }
    do
        n += next(&(struct pair){1, 2})->a;
    while (n < 50);
    // In conditions they live as long as the statement.
    if (more() && (p = &(int){1}))
        n += *p;
    if ((p = &(int){1}), more()) {
        int q = 1;
        n += *p + q;
    } else
        n -= *p;
    for (; (p = &(int){1}) && more(); n += *p) {
        n += *p;
    }
    while ((p = &(int){n}), more()) {
        int k = 2;
        n += *p > k;
    }
    while ((p = &(int){n}), more())
        n += *p > 0;
    do {
        n++;
    } while ((p = &(int){1}), more() && *p);
    switch (*(p = &(int){3})) {
    case 3:
        n += *p;
        break;
    default:
        n--;
    }
    // In the function's own block they live as long as it.
    p = n > 3 ? &(int){1} : &(int){2};
    struct pair *both[] = {&(struct pair){1, 2}, &(struct pair){3, 4}};
    for (int i = 0; i < 2; i++)
        n += sum(both[i]) + *p;
    return n > 10000 ? sum(&(struct pair){n, n}) : sum(next(&(struct pair){0}));
}
