// Takes the address of the loop's own variable, which lives through all iterations.
// verdict: safe
int main(void) {
    int sum = 0;
    for (int i = 0, *p = &i; *p < 3; ++*p)
        sum += i;
    return sum - 3;
}
