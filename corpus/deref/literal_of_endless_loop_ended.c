// Between two iterations nothing is executed, but the block is left.
// verdict: unsafe
int main(void)
{
    int *p = 0;
    while (1) {
        if (p)
            return *p; // BUG: use-after-scope
        p = &(int){5};
    }
}
