// A sorted list is not: the error function is called.
// verdict: unsafe
extern void reach_error(void);

int main(void) {
    int a[] = {1, 3, 2};
    for (int i = 1; i < 3; i++)
        if (a[i - 1] > a[i])
            reach_error(); // BUG: reach-error
    return 0;
}
