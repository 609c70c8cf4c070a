// A local is set on every path before a decision depends on it.
// verdict: safe
// property: initialized
static int sign(int n) {
    int s;
    if (n > 0)
        s = 1;
    else if (n < 0)
        s = -1;
    else
        s = 0;
    return s;
}

int main(void) {
    if (sign(5) + sign(-5) + sign(0) != 0)
        return 1;
    return 0;
}
