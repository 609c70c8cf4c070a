// A small table of keys and values in two arrays: look up, set, and a caller of both.
// command: prove
// functions: 3
#include <stddef.h>
struct table { int keys[8]; int values[8]; int count; };

/*@ requires \valid(t) && Off(t) == 0 && 0 <= t->count && t->count <= 8;
    ensures -1 <= \result && \result < t->count;
    ensures \result >= 0 ==> t->keys[\result] == key;
    ensures \result < 0 ==> forall(x, array(&t->keys[0], sizeof(int), t->count), *x != key); */
int look_up(const struct table *t, int key)
{
    for (int i = 0; i < t->count; i++)
        if (t->keys[i] == key)
            return i;
    return -1;
}

/*@ requires \valid(t) && Off(t) == 0 && 0 <= t->count && t->count <= 8;
    assigns {&t->count}, array(&t->keys[0], sizeof(int), 8), array(&t->values[0], sizeof(int), 8);
    ensures 0 <= t->count && t->count <= 8;
    ensures \result != 0 ==> exists(x, array(&t->keys[0], sizeof(int), t->count), *x == key); */
int set(struct table *t, int key, int value)
{
    int at = look_up(t, key);
    if (at < 0) {
        if (t->count == 8)
            return 0;
        at = t->count++;
        t->keys[at] = key;
    }
    t->values[at] = value;
    return 1;
}

/*@ requires \valid(t) && Off(t) == 0;
    assigns {&t->count}, array(&t->keys[0], sizeof(int), 8), array(&t->values[0], sizeof(int), 8);
    ensures t->count <= 8; */
void fill(struct table *t)
{
    t->count = 0;
    for (int i = 0; i < 100; i++)
        if (!set(t, i, 2 * i))
            break;
}
