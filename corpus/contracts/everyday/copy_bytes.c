// Copies bytes, one by one.
// command: prove
// functions: 1
#include <stddef.h>
/*@ requires n >= 0 && forall(x, array(dst, 1, n), \valid(x)) && forall(x, array(src, 1, n), \valid_read(x));
    requires Obj(dst) != Obj(src);
    assigns array(dst, 1, n);
    ensures forall(x, array(dst, 1, n), deref(x) == deref(src + (x - dst))); */
void copy(char *dst, const char *src, int n)
{
    for (int i = 0; i < n; i++)
        dst[i] = src[i];
}
