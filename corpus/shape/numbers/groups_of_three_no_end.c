// As groups_of_three.c, without room for the end of the string.
// verdict: unsafe
extern unsigned long __VERIFIER_nondet_ulong(void);

static void encode(const unsigned char *in, unsigned long n, char *out)
{
    unsigned long k = 0;
    for (unsigned long i = 0; i < n; i += 3) {
        out[k++] = in[i];
        out[k++] = i + 1 < n ? in[i + 1] : '=';
        out[k++] = i + 2 < n ? in[i + 2] : '=';
        out[k++] = ' ';
    }
    out[k] = '\0'; // BUG: out-of-bounds
}

int main(void)
{
    unsigned char in[30];
    char out[40];
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n > 30)
        return 0;
    encode(in, n, out);
    return 0;
}
