// An element is freed when it should only move to the front.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define THEAD(name, type) struct name { struct type *th_first; struct type **th_last; }
#define TENTRY(type) struct { struct type *te_next; struct type **te_prev; }
#define TINIT(head) \
    do { \
        (head)->th_first = NULL; \
        (head)->th_last = &(head)->th_first; \
    } while (0)
#define TINSERT_HEAD(head, element, field) \
    do { \
        if (((element)->field.te_next = (head)->th_first) != NULL) \
            (head)->th_first->field.te_prev = &(element)->field.te_next; \
        else \
            (head)->th_last = &(element)->field.te_next; \
        (head)->th_first = (element); \
        (element)->field.te_prev = &(head)->th_first; \
    } while (0)
#define TINSERT_TAIL(head, element, field) \
    do { \
        (element)->field.te_next = NULL; \
        (element)->field.te_prev = (head)->th_last; \
        *(head)->th_last = (element); \
        (head)->th_last = &(element)->field.te_next; \
    } while (0)
#define TREMOVE(head, element, field) \
    do { \
        if ((element)->field.te_next != NULL) \
            (element)->field.te_next->field.te_prev = (element)->field.te_prev; \
        else \
            (head)->th_last = (element)->field.te_prev; \
        *(element)->field.te_prev = (element)->field.te_next; \
    } while (0)

struct window {
    TENTRY(window) stack;
    int id;
};

THEAD(window_stack, window);

int main(void)
{
    struct window_stack windows;
    TINIT(&windows);
    while (__VERIFIER_nondet_int()) {
        struct window *window = malloc(sizeof *window);
        if (!window)
            break;
        window->id = __VERIFIER_nondet_int();
        if (window->id & 1)
            TINSERT_HEAD(&windows, window, stack);
        else
            TINSERT_TAIL(&windows, window, stack);
    }
    struct window *window = windows.th_first;
    while (window && window->id != 7)
        window = window->stack.te_next;
    if (window) {
        TREMOVE(&windows, window, stack);
        free(window);
        TINSERT_HEAD(&windows, window, stack); // BUG: use-after-free
    }
    while (windows.th_first) {
        struct window *first = windows.th_first;
        TREMOVE(&windows, first, stack);
        free(first);
    }
    return 0;
}
