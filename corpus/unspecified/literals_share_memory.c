// The end of one string literal may be another literal: linkers give both the same memory.
// verdict: unsafe
// sanitizers: blind, because every literal has memory of its own there
int main(void) {
    int x = 0, *p = &x;
    const char *whole = "the end", *part = "end";
    if (whole + 4 == part)
        p = 0;
    return *p; // BUG: null-deref
}
