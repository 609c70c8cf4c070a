// Characters of a string are replaced up to its end, wherever that is; the end stays where it was.
// verdict: safe
// property: valid-deref
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int replace(char *s, char old, char new)
{
    int count = 0;
    for (char *p = s; *p != '\0'; p++)
        if (*p == old) {
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
