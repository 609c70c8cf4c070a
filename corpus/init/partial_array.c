// A loop reads one element more than another loop wrote, inside the array.
// verdict: unsafe
// property: initialized
int main(void) {
    int a[8], positive = 0;
    for (int i = 0; i < 7; i++)
        a[i] = i;
    for (int i = 0; i < 8; i++)
        if (a[i] > 0) // BUG: uninitialized-read
            positive++;
    return positive;
}
