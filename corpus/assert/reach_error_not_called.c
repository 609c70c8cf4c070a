// A list is sorted before it is checked, so the error function is not called.
// verdict: safe
extern void reach_error(void);

int main(void) {
    int a[] = {3, 1, 2, 5, 4};
    for (int i = 0; i < 5; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
    for (int i = 1; i < 5; i++)
        if (a[i - 1] > a[i])
            reach_error();
    return 0;
}
