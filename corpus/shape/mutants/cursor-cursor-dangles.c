// The cursor stays on the line that is deleted.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct line {
    struct line *next;
    struct line *prev;
};

int main(void)
{
    struct line first, last;
    first.prev = NULL;
    first.next = &last;
    last.prev = &first;
    last.next = NULL;
    struct line *cursor = &last;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (key == 0) {
            if (cursor->next) // BUG: use-after-free
                cursor = cursor->next;
        } else if (key == 1) {
            if (cursor->prev != &first) // BUG: use-after-free
                cursor = cursor->prev;
        } else if (key == 2) {
            struct line *line = malloc(sizeof *line);
            if (!line)
                break;
            line->next = cursor;
            line->prev = cursor->prev; // BUG: use-after-free
            cursor->prev->next = line;
            cursor->prev = line;
        } else if (cursor != &last) {
            struct line *line = cursor;
            line->prev->next = line->next; // BUG: use-after-free
            line->next->prev = line->prev;
            cursor = line->next == &last ? line : line->next;
            free(line);
        }
    }
    while (first.next != &last) {
        struct line *line = first.next;
        first.next = line->next;
        free(line);
    }
    return 0;
}
