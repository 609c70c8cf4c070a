// Uses arrays of variable length that grow from call to call, one of two dimensions.
// verdict: safe
static int fill(int n) {
    int a[n][n + 1];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            a[i][j] = i * j;
    return a[n - 1][n] - (n - 1) * n;
}

int main(void) {
    for (int n = 1; n < 6; n++)
        if (fill(n) != 0)
            return 1;
    return 0;
}
