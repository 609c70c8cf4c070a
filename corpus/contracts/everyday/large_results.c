// Structs that are too large for registers are returned in memory.
// command: prove
// functions: 4
#include <stddef.h>
struct box { int left, top, right, bottom; const char *name; };

/*@ requires width >= 0 && width < 1000 && height >= 0 && height < 1000;
    ensures \result.left == 0 && \result.top == 0;
    ensures \result.right == width && \result.bottom == height && \result.name == name; */
struct box make(int width, int height, const char *name)
{
    struct box it = { 0, 0, width, height, name };
    return it;
}

/*@ requires b.right >= b.left && b.left >= 0 && by >= 0 && by < 1000 && b.right < 10000;
    ensures \result.left == b.left + by && \result.right == b.right + by;
    ensures \result.top == b.top && \result.bottom == b.bottom && \result.name == b.name; */
struct box moved(struct box b, int by)
{
    b.left += by;
    b.right += by;
    return b;
}

/*@ ensures \result == 15; */
int use(void)
{
    struct box b = make(10, 20, "b");
    b = moved(b, 5);
    return b.right;
}

/*@ requires \valid(p);
    assigns {p};
    ensures p->right == 7 && p->bottom == 9; */
void fill(struct box *p)
{
    *p = make(7, 9, NULL);
}
