// A program of two files: the list is in the other one.
// verdict: safe
// link: list.part.c
// malloc: ok
#include <assert.h>
#include <stddef.h>

struct list;
struct list *list_push(struct list *list, int value);
int list_pop(struct list **list);
extern int list_pushes;

int main(void) {
    struct list *list = NULL;
    for (int i = 0; i < 3; i++)
        list = list_push(list, i);
    for (int i = 2; i >= 0; i--)
        assert(list_pop(&list) == i);
    assert(!list && list_pushes == 3);
    return 0;
}
