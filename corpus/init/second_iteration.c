// A variable of a loop's body is set in the first iteration only: the second has a new one.
// verdict: unsafe
// property: initialized
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int step;
        if (i == 0)
            step = 1;
        if (step > 0) // BUG: uninitialized-read
            sum += step;
    }
    return sum;
}
