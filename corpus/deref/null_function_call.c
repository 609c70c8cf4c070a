// Calls through a null function pointer in a table.
// verdict: unsafe
static int one(void) { return 1; }

static int (*const table[])(void) = {one, 0};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += table[i](); // BUG: null-deref
    return sum;
}
