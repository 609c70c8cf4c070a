// Reads an array of variable length after its block.
// verdict: unsafe
// sanitizers: blind, because the end of the scope of an array of variable length is not marked
int main(void) {
    int *p = 0;
    for (int n = 1; n < 3; n++) {
        int a[n];
        a[n - 1] = n;
        p = &a[n - 1];
    }
    return *p; // BUG: use-after-scope
}
