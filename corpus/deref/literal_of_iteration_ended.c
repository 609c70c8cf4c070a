// The body of a loop is a block, also without braces: what it leaves behind is gone when the condition is evaluated.
// verdict: unsafe
int main(void)
{
    int x = 3, n = 3;
    int *p = &x;
    while (n -= *p > 0) // BUG: use-after-scope
        p = &(int){5};
    return 0;
}
