// Lists of lists, eight levels deep: each level is built and freed inside of the loops of those above it.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LEVEL(name, below)                           \
    struct name {                                    \
        struct name *next;                           \
        struct below *first;                         \
    };                                               \
    static struct name *read_##name(void)            \
    {                                                \
        struct name *list = NULL;                    \
        while (__VERIFIER_nondet_int()) {            \
            struct name *node = malloc(sizeof *node); \
            if (!node)                               \
                break;                               \
            node->first = read_##below();            \
            node->next = list;                       \
            list = node;                             \
        }                                            \
        return list;                                 \
    }                                                \
    static void drop_##name(struct name *list)       \
    {                                                \
        while (list) {                               \
            struct name *next = list->next;          \
            drop_##below(list->first);               \
            free(list);                              \
            list = next;                             \
        }                                            \
    }

struct letter {
    struct letter *next;
};

static struct letter *read_letter(void)
{
    struct letter *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct letter *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = list;
        list = node;
    }
    return list;
}

static void drop_letter(struct letter *list)
{
    while (list) {
        struct letter *next = list->next;
        free(list);
        list = next;
    }
}

LEVEL(word, letter)
LEVEL(line, word)
LEVEL(page, line)
LEVEL(chapter, page)
LEVEL(book, chapter)
LEVEL(shelf, book)
LEVEL(hall, shelf)

int main(void)
{
    struct hall *library = read_hall();
    drop_hall(library);
    return 0;
}
