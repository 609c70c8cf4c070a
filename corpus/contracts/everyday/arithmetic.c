// Machine integers: sums that wrap around break what holds of numbers.
// command: prove
// functions: 8
/*@ requires x < 2147483647; ensures \result > x; */
int next(int x)
{
    return x + 1;
}

/*@ ensures \result > x; */ // BUG: next_of_any: postcondition
int next_of_any(int x)
{
    return x + 1;
}

/*@ ensures \result >= 0; */ // BUG: absolute: postcondition
int absolute(int x)
{
    return x < 0 ? -x : x;
}

/*@ ensures \result <= 510; */
int sum(unsigned char a, unsigned char b)
{
    return a + b;
}

/*@ requires lo <= hi; ensures lo <= \result && \result <= hi; */ // BUG: middle_of_any: postcondition
int middle_of_any(int lo, int hi)
{
    return (lo + hi) / 2;
}

/*@ requires 0 <= lo && lo <= hi; ensures lo <= \result && \result <= hi; */
int middle(int lo, int hi)
{
    return lo + (hi - lo) / 2;
}

/*@ requires n >= 0; ensures \result == n; */
int again(int n)
{
    int i = 0;
again:
    if (i < n) {
        i++;
        goto again;
    }
    return i;
}

/*@ ensures (c == 0 ==> \result == 10) && (c == 1 ==> \result == 20); */ // BUG: through: postcondition
int through(unsigned c)
{
    int r = 0;
    switch (c) {
    case 0:
        r = 10;
    case 1:
        r = 20;
        break;
    }
    return r;
}
