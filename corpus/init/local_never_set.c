// A decision depends on a local that was never set.
// verdict: unsafe
// property: initialized
int main(void) {
    int x;
    if (x) // BUG: uninitialized-read
        return 1;
    return 0;
}
