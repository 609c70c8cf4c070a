// A stack on an array that the stack owns; its room is a field.
// command: prove
// functions: 4
#include <stddef.h>
#include <stdlib.h>
struct stack { int *items; size_t top, room; };

/*@ requires \valid(s) && room > 0 && room < 1000;
    assigns {&s->items, &s->top, &s->room};
    ensures \result != 0 ==> s->top == 0 && s->room == room;
    ensures \result != 0 ==> forall(x, array(s->items, sizeof(int), room), \valid(x)); */
int stack_init(struct stack *s, size_t room)
{
    s->items = malloc(room * sizeof(int));
    if (!s->items)
        return 0;
    s->top = 0;
    s->room = room;
    return 1;
}

/*@ requires \valid(s) && s->top < s->room && s->room < 1000 && Obj(s) != Obj(s->items);
    requires forall(x, array(s->items, sizeof(int), s->room), \valid(x));
    assigns {&s->top}, array(s->items, sizeof(int), s->room);
    ensures s->top == \old(s->top) + 1 && s->items[s->top - 1] == item;
    ensures forall(x, array(s->items, sizeof(int), \old(s->top)), *x == \old(*x)); */
void stack_push(struct stack *s, int item)
{
    s->items[s->top++] = item;
}

/*@ requires \valid(s) && 0 < s->top && s->top <= s->room && s->room < 1000;
    requires forall(x, array(s->items, sizeof(int), s->room), \valid(x));
    assigns {&s->top};
    ensures s->top == \old(s->top) - 1 && \result == \old(s->items[s->top - 1]); */
int stack_pop(struct stack *s)
{
    return s->items[--s->top];
}

/*@ requires \valid(s) && s->top <= s->room && s->room < 1000;
    requires forall(x, array(s->items, sizeof(int), s->room), \valid(x));
    ensures \result != 0 <==> exists(x, array(s->items, sizeof(int), s->top), *x == item); */
int stack_has(const struct stack *s, int item)
{
    for (size_t i = 0; i < s->top; i++)
        if (s->items[i] == item)
            return 1;
    return 0;
}
