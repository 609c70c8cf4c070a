// Memory that is used with several types: what a store of one leaves of another.
// command: prove
// functions: 7
#include <stdint.h>

/*@ requires \valid(p);
    assigns {p};
    ensures *p == \old(*p); */
void low_half(uint32_t *p) { *(uint16_t *) p = 1; } // BUG: low_half: postcondition

/*@ requires \valid(p) && *p < 65536;
    assigns {(uint16_t *) p};
    ensures *p == 1; */
void low_half_of_small(uint32_t *p) { *(uint16_t *) p = 1; }

/*@ requires \valid(p) && \valid(q) && (void *) p == (void *) q;
    assigns {p};
    ensures *q == \old(*q); */
void same_place(long *p, int *q) { *p = 0; } // BUG: same_place: postcondition

/*@ requires \valid(p) && \valid(p + 1);
    assigns {p};
    ensures p[1] == \old(p[1]); */
void two_at_once(uint16_t *p) { *(uint32_t *) p = 0; } // BUG: two_at_once: assigns

union word { uint32_t whole; uint8_t bytes[4]; };

/*@ requires \valid(w);
    assigns {&w->whole};
    ensures w->bytes[1] == 0x56; */
void split(union word *w) { w->whole = 0x12345678; }

struct pair { int x, y; };

/*@ requires p.x > 0;
    ensures \result > 0; */
int next_of(struct pair p) { return p.x + 1; } // BUG: next_of: postcondition

struct box { struct pair low, high; };

/*@ requires \valid(b);
    assigns {&b->low};
    ensures b->low.x == p.x && b->low.y == p.y && b->high.x == \old(b->high.x); */
void set_low(struct box *b, struct pair p) { b->low = p; }
