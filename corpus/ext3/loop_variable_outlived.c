// Writes through a pointer to a variable of the previous iteration, whose memory the next one gets anew.
// verdict: unsafe
// sanitizers: blind, because the variable of the next iteration has the same address
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = 0;
        if (i > 0)
            *p = 1; // BUG: use-after-scope
        p = &x;
    }
    return 0;
}
