// A program of two files loses the list that the other one allocated.
// verdict: unsafe
// link: list.part.c
// malloc: ok
#include <stddef.h>

struct list;
struct list *list_push(struct list *list, int value);
int list_pop(struct list **list);

int main(void) {
    struct list *list = list_push(list_push(NULL, 1), 2);
    int last = list_pop(&list);
    return last - 2;
} // BUG: leak
