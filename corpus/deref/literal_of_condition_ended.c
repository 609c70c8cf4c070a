// A literal in the condition of a loop lives as long as the loop.
// verdict: unsafe
int main(void)
{
    int *p, n = 3, sum = 0;
    while ((p = &(int){n}), n--)
        sum += *p;
    return sum + *p; // BUG: use-after-scope
}
