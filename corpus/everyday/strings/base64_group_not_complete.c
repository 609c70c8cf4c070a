// The bytes of the last group are read even where there are none.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const unsigned char *in, size_t n, char *out) {
    size_t k = 0;
    for (size_t i = 0; i < n; i += 3) {
        unsigned long group = (unsigned long)in[i] << 16;
        group |= (unsigned long)in[i + 1] << 8; // BUG: out-of-bounds
        group |= in[i + 2]; // BUG: out-of-bounds
        out[k++] = digits[group >> 18 & 63];
        out[k++] = digits[group >> 12 & 63];
        out[k++] = i + 1 < n ? digits[group >> 6 & 63] : '=';
        out[k++] = i + 2 < n ? digits[group & 63] : '=';
    }
    out[k] = '\0';
}

int main(void) {
    unsigned char in[43];
    char out[61];
    size_t n;
    while ((n = fread(in, 1, sizeof in, stdin)) > 0) {
        encode(in, n, out);
        puts(out);
    }
    return 0;
}
