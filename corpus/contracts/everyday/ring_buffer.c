// A ring buffer: indices stay inside, what is put is taken again.
// command: prove
// functions: 4
#include <stddef.h>
#define SIZE 16
struct ring { unsigned head, count; int items[SIZE]; };

/*@ requires \valid(r);
    assigns {&r->head, &r->count};
    ensures r->head == 0 && r->count == 0; */
void ring_init(struct ring *r)
{
    r->head = 0;
    r->count = 0;
}

/*@ requires \valid(r) && Off(r) == 0 && r->head < SIZE && r->count <= SIZE;
    assigns {&r->count}, array(&r->items[0], sizeof(int), SIZE);
    ensures r->head < SIZE && r->count <= SIZE && r->head == \old(r->head);
    ensures \result != 0 <==> \old(r->count) < SIZE;
    ensures \result != 0 ==> r->count == \old(r->count) + 1;
    ensures \result != 0 ==> r->items[(r->head + \old(r->count)) % SIZE] == item;
    ensures \result == 0 ==> r->count == \old(r->count); */
int ring_put(struct ring *r, int item)
{
    if (r->count == SIZE)
        return 0;
    r->items[(r->head + r->count) % SIZE] = item;
    r->count++;
    return 1;
}

/*@ requires \valid(r) && Off(r) == 0 && r->head < SIZE && r->count <= SIZE && r->count > 0;
    assigns {&r->head, &r->count};
    ensures r->head < SIZE && r->count == \old(r->count) - 1;
    ensures \result == \old(r->items[r->head]); */
int ring_take(struct ring *r)
{
    int item = r->items[r->head];
    r->head = (r->head + 1) % SIZE;
    r->count--;
    return item;
}

/*@ ensures \result == 7; */
int use(void)
{
    struct ring r;
    ring_init(&r);
    ring_put(&r, 7);
    return ring_take(&r);
}
