// The calls of a shallow recursion with constant arguments are told apart.
// verdict: safe
extern void reach_error(void);

static unsigned sum(unsigned number)
{
    return number ? number + sum(number - 1) : 0;
}

int main(void)
{
    if (sum(5) != 15)
        reach_error();
    return 0;
}
