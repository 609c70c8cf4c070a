// Tests a pointer before reading through it.
// verdict: safe
#include <stddef.h>

static int read_or(const int *p, int otherwise) {
    return p ? *p : otherwise;
}

int main(void) {
    int x = 3;
    return read_or(&x, 0) + read_or(NULL, -3);
}
