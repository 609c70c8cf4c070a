// Variables of blocks and loops that have the name of one outside: an annotation means the one that is in scope.
// command: prove
// functions: 2

/*@ requires 0 <= x && x < 100;
    ensures \result == x; */
int outer_one(int x)
{
    int sum = 0;
    {
        int x = 7;
        sum += x;
    }
    //@ assert sum == 7 && x < 100;
    //@ loop invariant x == \old(x) + sum && 0 <= sum && sum <= 3;
    for (int sum = 0; sum < 3; sum++)
        x++;
    //@ assert sum == 7;
    return x - 3;
}

/*@ requires 0 <= n && n < 100;
    ensures \result == n + 1; */
int inner_one(int n)
{
    int k = n + 1;
    if (n > 10) {
        int n = k;
        //@ assert n == k;
        return n;
    }
    //@ assert n + 1 == k;
    return k;
}
