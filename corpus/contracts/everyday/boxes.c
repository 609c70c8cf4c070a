// Structs in structs, assigned member by member and as a whole.
// command: prove
// functions: 3
struct point {
    int x, y;
};
struct box {
    struct point low, high;
    struct box *next;
};

/*@ requires \valid(b) && Off(b) == 0;
    assigns {&b->low.x, &b->low.y, &b->high.x, &b->high.y};
    ensures b->low.x == \old(b->low.x) + dx && b->high.y == \old(b->high.y) + dy && b->next == \old(b->next); */
void move(struct box *b, int dx, int dy)
{
    b->low.x += dx;
    b->low.y += dy;
    b->high.x += dx;
    b->high.y += dy;
}

/*@ requires \valid(b) && Off(b) == 0;
    assigns {&b->low};
    ensures b->low.x == 1 && b->low.y == 2 && b->high.x == \old(b->high.x); */
void set_low(struct box *b)
{
    struct point p = {1, 2};
    b->low = p;
}

/*@ requires \valid(b) && Off(b) == 0;
    assigns {&b->low};
    ensures b->low.x == 1; */
void set_high(struct box *b)
{
    struct point p = {1, 2};
    b->high = p; // BUG: set_high: assigns
}
