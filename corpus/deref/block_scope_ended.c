// Writes to a variable of an inner block after the block.
// verdict: unsafe
int main(void) {
    int *p;
    {
        int inner = 1;
        p = &inner;
    }
    *p = 2; // BUG: use-after-scope
    return 0;
}
