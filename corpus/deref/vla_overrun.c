// Writes past the end of an array of variable length.
// verdict: unsafe
static int sum_below(int n) {
    int a[n], sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 1; i <= n; i++)
        sum += a[i]; // BUG: out-of-bounds
    return sum;
}

int main(void) {
    return sum_below(5);
}
