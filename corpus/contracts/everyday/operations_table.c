// Calls through pointers in a table, by the contract of their type.
// command: prove
// functions: 1
/*@ requires x >= 0 && x < 100; ensures \result >= 0; */
typedef int (*op)(int x);
struct ops { op first, second; };
/*@ requires \valid(o) && \valid(o->first) && \valid(o->second);
    ensures \result >= 0; */
int run(struct ops *o, int x)
{
    if (x < 0 || x > 99)
        return 0;
    int y = o->first(x);
    if (y < 100)
        return o->second(y);
    return y;
}
