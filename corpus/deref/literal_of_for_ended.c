// The body of a `for` is over before the step.
// verdict: unsafe
int main(void)
{
    int x = 3;
    int *p = &x;
    for (int i = 0; i < 10; i += *p) // BUG: use-after-scope
        p = &(int){5};
    return 0;
}
