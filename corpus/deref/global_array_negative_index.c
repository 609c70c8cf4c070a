// Indexes a global table with a character that is negative where char is signed.
// verdict: unsafe
static int weight[128];

static int weigh(const char *text) {
    int sum = 0;
    for (; *text; text++)
        sum += weight[(int)*text]; // BUG: out-of-bounds
    return sum;
}

int main(void) {
    return weigh("abc") + weigh("\xe9t\xe9");
}
