// The body of a `do` is over before its condition.
// verdict: unsafe
int main(void)
{
    int n = 3, *p;
    do
        p = &(int){5};
    while (n -= *p > 0); // BUG: use-after-scope
    return 0;
}
