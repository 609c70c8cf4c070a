// Calls through pointers: a parameter and a member, each one of several functions that have contracts.
// command: prove
// functions: 6
/*@ ensures \result >= 0; */
int positive(int x)
{
    return x < 0 ? 0 : x;
}

/*@ ensures \result >= 1; */
int one(int x)
{
    return 1;
}

/*@ requires f == positive || f == one; ensures \result >= 0; */
int call(int (*f)(int), int x)
{
    return f(x);
}

struct operations {
    int (*f)(int);
};

/*@ requires \valid(o) && (o->f == positive || o->f == one); ensures \result >= 1; */ // BUG: call_member: postcondition
int call_member(struct operations *o, int x)
{
    return o->f(x);
}

/*@ ensures \result >= 0; */
int use(void)
{
    return call(positive, 3);
}

/*@ ensures \result >= 0; */
int use_nothing(void)
{
    return call(0, 3); // BUG: use_nothing: precondition
}
