// A growing buffer of characters: append copies into what is there.
// command: prove
// functions: 3
#include <stddef.h>
struct buffer { char *text; size_t len, room; };

/*@ requires \valid(b) && b->len < b->room && b->room < 10000 && Obj(b) != Obj(b->text);
    requires forall(x, array(b->text, 1, b->room), \valid(x));
    assigns {&b->len}, array(b->text, 1, b->room);
    ensures b->len == \old(b->len) + 1 && b->text[\old(b->len)] == c;
    ensures forall(x, array(b->text, 1, \old(b->len)), *x == \old(*x)); */
void buffer_put(struct buffer *b, char c)
{
    b->text[b->len] = c;
    b->len++;
}

/*@ requires \valid(b) && b->len <= b->room && b->room < 10000 && n < 10000 && n <= b->room - b->len;
    requires forall(x, array(b->text, 1, b->room), \valid(x));
    requires forall(x, array(s, 1, n), \valid_read(x)) && Obj(s) != Obj(b->text) && Obj(b) != Obj(b->text) && Obj(b) != Obj(s);
    assigns {&b->len}, array(b->text, 1, b->room);
    ensures b->len == \old(b->len) + n; */
void buffer_append(struct buffer *b, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        b->text[b->len + i] = s[i];
    b->len += n;
}

/*@ requires \valid(b) && b->len <= b->room && b->room < 10000;
    requires forall(x, array(b->text, 1, b->room), \valid(x));
    ensures \result <= b->len;
    ensures \result < b->len ==> b->text[\result] == c;
    ensures forall(x, array(b->text, 1, \result), *x != c); */
size_t buffer_find(const struct buffer *b, char c)
{
    size_t i = 0;
    while (i < b->len && b->text[i] != c)
        i++;
    return i;
}
