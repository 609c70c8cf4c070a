// A window over the last eight values: when the ninth comes, the oldest node is dropped from the list but its memory is
// not released. Values go to either end, so there are many ways to fill the window.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { WINDOW = 8 };

struct sample {
    int value;
    struct sample *next;
    struct sample *prev;
};

struct window {
    struct sample *first;
    struct sample *last;
    int count;
};

static void add(struct window *window, int value, int in_front)
{
    struct sample *sample = malloc(sizeof *sample);
    if (!sample)
        return;
    sample->value = value;
    sample->next = sample->prev = NULL;
    if (!window->first) {
        window->first = window->last = sample;
    } else if (in_front) {
        sample->next = window->first;
        window->first->prev = sample;
        window->first = sample;
    } else {
        sample->prev = window->last;
        window->last->next = sample;
        window->last = sample;
    }
    window->count++;
    if (window->count > WINDOW) {
        struct sample *oldest = window->first;
        window->first = oldest->next;
        window->first->prev = NULL;
        window->count--;
    } // BUG: leak
} // BUG: leak

static void clear(struct window *window)
{
    while (window->first) {
        struct sample *next = window->first->next;
        free(window->first);
        window->first = next;
    }
}

int main(void)
{
    struct window window = { NULL, NULL, 0 };
    while (__VERIFIER_nondet_int())
        add(&window, __VERIFIER_nondet_int(), __VERIFIER_nondet_int() > 0);
    clear(&window);
    return 0;
}
