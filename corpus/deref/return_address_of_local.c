// Returns the address of a local variable, and the caller reads it.
// verdict: unsafe
static int *counter(int start) {
    int count = start;
    int *p = &count;
    return p;
}

int main(void) {
    int *p = counter(3);
    return *p; // BUG: use-after-scope
}
