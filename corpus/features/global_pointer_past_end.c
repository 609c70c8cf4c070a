// A global is initialised with the address past an array, and read through.
// verdict: unsafe
static int numbers[4] = {1, 2, 3, 4};
static int *cursor = &numbers[4];

int main(void) {
    int last = cursor[-1];
    return last + *cursor; // BUG: out-of-bounds
}
