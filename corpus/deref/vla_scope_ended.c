// Reads an array of variable length after its block.
// verdict: unsafe
int main(void) {
    int *p = 0;
    for (int n = 1; n < 3; n++) {
        int a[n];
        a[n - 1] = n;
        p = &a[n - 1];
    }
    return *p; // BUG: use-after-scope
}
