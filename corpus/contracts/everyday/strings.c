// The length of a string that ends within a buffer; a letter is replaced.
// command: prove
// functions: 2
#include <stddef.h>
/*@ requires n > 0 && n < 1000;
    requires forall(p, array(s, 1, n), \valid_read(p));
    requires exists(p, array(s, 1, n), *p == 0);
    ensures 0 <= \result && \result < n && s[\result] == 0;
    ensures forall(p, array(s, 1, \result), *p != 0); */
int length(const char *s, int n)
{
    int i = 0;
    while (s[i])
        i++;
    return i;
}
/*@ requires 0 <= n && n < 1000 && forall(p, array(s, 1, n), \valid(p));
    assigns array(s, 1, n);
    ensures forall(p, array(s, 1, n), *p != 'a'); */
void replace(char *s, int n)
{
    for (int i = 0; i < n; i++)
        if (s[i] == 'a')
            s[i] = 'b';
}
