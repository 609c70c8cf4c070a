// Keeps the address of a parameter in a global and uses it after the return.
// verdict: unsafe
static int *kept;

static void keep(int x) {
    kept = &x;
}

int main(void) {
    keep(4);
    return *kept; // BUG: use-after-scope
}
