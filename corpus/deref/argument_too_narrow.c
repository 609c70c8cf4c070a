// A function that takes a long is called as one that takes an int: the rest of the register holds anything.
// verdict: unsafe
// sanitizers: blind, because the rest of the register happens to be zero
static int pick(long index) {
    int table[4] = {0};
    return table[index]; // BUG: out-of-bounds
}

int main(void) {
    int (*call)(int) = (int (*)(int))pick;
    return call(1);
}
