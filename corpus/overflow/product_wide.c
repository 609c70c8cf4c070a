// The product of two ints is computed in 64 bits.
// verdict: safe
// property: no-overflow
int main(void) {
    int a = 2000000000, b = 4;
    long long p = (long long)a * b;
    return p == 8000000000LL ? 0 : 1;
}
