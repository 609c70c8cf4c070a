// A page is freed while it is still on the second list.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

static void list_init(struct list_head *head)
{
    head->next = head->prev = head;
}

static void list_add(struct list_head *entry, struct list_head *head)
{
    entry->next = head->next;
    entry->prev = head;
    head->next->prev = entry;
    head->next = entry;
}

static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}

struct page {
    struct list_head all;
    int number;
    struct list_head dirty;
};

static struct list_head pages = { &pages, &pages };
static struct list_head dirty_pages = { &dirty_pages, &dirty_pages };

static void add_page(int number)
{
    struct page *page = malloc(sizeof *page);
    if (!page)
        return;
    page->number = number;
    list_add(&page->all, &pages);
    if (number & 1)
        list_add(&page->dirty, &dirty_pages);
    else
        list_init(&page->dirty);
}

static void clean_all(void)
{
    while (dirty_pages.next != &dirty_pages) {
        struct page *page = container_of(dirty_pages.next, struct page, dirty);
        list_del(&page->dirty);
        list_init(&page->dirty);
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        add_page(__VERIFIER_nondet_int());
    if (__VERIFIER_nondet_int())
        clean_all();
    struct list_head *last = dirty_pages.next;
    while (pages.next != &pages) {
        struct page *page = container_of(pages.next, struct page, all);
        list_del(&page->all);
        free(page);
    }
    return last->next == &dirty_pages; // BUG: use-after-free
}
