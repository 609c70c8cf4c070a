// Pointers that move along a text or an array, up to an element or to the end, alone and with a counter.
// command: prove
// functions: 5

/*@ requires n > 0 && forall(x, array(s, 1, n), \valid(x)) && s[n - 1] == 0;
    assigns array(s, 1, n); */
void upper(char *s, unsigned long n)
{
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s -= 32;
}

/*@ requires n > 0 && forall(x, array(s, 1, n), \valid_read(x)) && s[n - 1] == 0; */
unsigned long length(const char *s, unsigned long n)
{
    const char *end = s;
    while (*end)
        end++;
    return end - s;
}

/*@ requires n >= 0 && forall(x, array(a, 4, n), \valid(x));
    assigns array(a, 4, n);
    ensures forall(x, array(a, 4, n), *x == 0); */
void zero_up_to(int *a, int n)
{
    int *end = a + n;
    while (a != end)
        *a++ = 0;
}

/*@ requires n >= 0 && forall(x, array(a, 4, n), \valid(x));
    assigns array(a, 4, n);
    ensures forall(x, array(a, 4, n), *x == 0); */
void zero_count(int *a, int n)
{
    while (n-- > 0)
        *a++ = 0;
}

/*@ requires n >= 0 && forall(x, array(a, 4, n), \valid(x));
    assigns array(a, 4, n);
    ensures forall(x, array(a, 4, n), *x == 0); */
void zero_too_many(int *a, int n) // BUG: zero_too_many: memory
{
    while (n-- >= 0)
        *a++ = 0;
}
