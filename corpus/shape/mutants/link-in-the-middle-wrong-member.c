// Frees the address of the link.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct link {
    struct link *next;
};

struct record {
    long before;
    int id;
    struct link link;
    int after;
};

int main(void)
{
    struct link *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct record *record = malloc(sizeof *record);
        if (!record)
            break;
        record->before = record->after = 0;
        record->id = __VERIFIER_nondet_int();
        record->link.next = list;
        list = &record->link;
    }
    for (struct link *link = list; link; link = link->next) {
        struct record *record = container_of(link, struct record, link);
        record->before = record->id;
        record->after = -record->id;
    }
    while (list) {
        struct record *record = container_of(list, struct record, link);
        struct link *link = &record->link;
        list = list->next;
        free(link); // BUG: invalid-free
    }
    return 0;
}
