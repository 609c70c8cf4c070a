// Lists of lists of texts, each with a mark of its own; the mark of one says nothing about that of its neighbour.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 24

struct buffer {
    char *mark;
    char bytes[SIZE];
};

struct text {
    struct text *next;
    struct buffer *buffer;
};

struct page {
    struct page *next;
    struct text *texts;
};

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block)
        exit(1);
    return block;
}

static struct text *read_texts(void)
{
    struct text *texts = NULL;
    while (__VERIFIER_nondet_int()) {
        struct text *text = allocate(sizeof *text);
        struct buffer *buffer = allocate(sizeof *buffer);
        int at = __VERIFIER_nondet_int();
        if (at < 0 || at > SIZE)
            at = 0;
        buffer->mark = buffer->bytes + at;
        text->buffer = buffer;
        text->next = texts;
        texts = text;
    }
    return texts;
}

static void destroy(struct page *page)
{
    while (page) {
        struct page *next = page->next;
        while (page->texts) {
            struct text *text = page->texts;
            page->texts = text->next;
            free(text->buffer);
            free(text);
        }
        free(page);
        page = next;
    }
}

int main(void)
{
    struct page *pages = NULL;
    while (__VERIFIER_nondet_int()) {
        struct page *page = allocate(sizeof *page);
        page->texts = read_texts();
        page->next = pages;
        pages = page;
    }
    if (pages && pages->next && pages->next->next && pages->next->next->next) {
        struct text *text = pages->next->next->texts;
        if (text && text->next && text->buffer->mark - text->buffer->bytes < SIZE)
            *text->next->buffer->mark = 1; // BUG: out-of-bounds
    }
    destroy(pages);
    return 0;
}
