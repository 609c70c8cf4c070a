// Reads a variable of the previous iteration of a loop: each iteration has its own.
// verdict: unsafe
// sanitizers: blind, because the variable of the next iteration has the same address
int main(void) {
    int *previous = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        if (previous)
            sum += *previous; // BUG: use-after-scope
        previous = &square;
    }
    return sum;
}
