struct pair {
    int a[4], b;
};

struct pair make(void);
void use(int *);

int *literals(int n)
{
    int *p;
    {
        p = &(int){1};
        use(p);
    }
    while (use(&(int){2}), n--)
        use(&(int){3});
    return p;
}

int *label(int n)
{
    int *p;
    {
    again:;
        int x = n, unshared = n;
        p = &x;
        if (unshared)
            goto again;
    }
    return p;
}

int *temporary(void)
{
    use(make().a);
    int *p = make().a;
    return p;
}

int *unreached(int n)
{
    switch (n) {
        int x;
    case 0:
        x = n;
        use(&x);
        return &x;
    }
    return 0;
}
