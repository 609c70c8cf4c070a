// Stores through a null pointer, and nobody ever looks at the value: an optimiser would drop the store.
// verdict: unsafe
static void set(int *p, int value) {
    *p = value; // BUG: null-deref
}

int main(void) {
    int x;
    set(&x, 1);
    set(0, 2);
    return 0;
}
