// The end of a string is replaced as well where it is looked for, and the search goes on behind it.
// verdict: unsafe
// property: valid-deref
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int replace(char *s, char old, char new)
{
    int count = 0;
    for (char *p = s; *p != '\0' || old == '\0'; p++) // BUG: out-of-bounds
        if (*p == old) { // BUG: out-of-bounds
            *p = new;
            count++;
        }
    return count;
}

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length < 1 || length > 100000)
        return 0;
    char text[length];
    text[length - 1] = '\0';
    return replace(text, (char)__VERIFIER_nondet_int(), (char)__VERIFIER_nondet_int());
}
