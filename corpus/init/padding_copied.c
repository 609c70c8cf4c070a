// Copies a struct with its padding and an unset member that nobody looks at.
// verdict: safe
// property: initialized
#include <string.h>

struct padded {
    char c;
    long l;
    int unset;
};

int main(void) {
    struct padded a, b;
    a.c = 1;
    a.l = 2;
    b = a;
    memcpy(&a, &b, sizeof a);
    if (a.c == 1 && a.l == 2)
        return 0;
    return 1;
}
