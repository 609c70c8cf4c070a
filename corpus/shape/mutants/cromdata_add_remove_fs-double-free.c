// The caller of the removal frees the last request once more.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_entry {
    struct list_entry *flink;
    struct list_entry *blink;
};

struct request {
    struct list_entry entry;
    int sector;
};

struct crom_data {
    int open_count;
    struct list_entry requests;
};

static void initialize_list_head(struct list_entry *head)
{
    head->flink = head;
    head->blink = head;
}

static int is_list_empty(struct list_entry *head)
{
    return head->flink == head;
}

static void insert_tail_list(struct list_entry *head, struct list_entry *entry)
{
    struct list_entry *last = head->blink;
    entry->flink = head;
    entry->blink = last;
    last->flink = entry;
    head->blink = entry;
}

static struct list_entry *remove_head_list(struct list_entry *head)
{
    struct list_entry *entry = head->flink;
    struct list_entry *rest = entry->flink;
    head->flink = rest;
    rest->blink = head;
    return entry;
}

static int add(struct crom_data *crom)
{
    struct request *request = malloc(sizeof *request);
    if (!request)
        return -1;
    request->sector = __VERIFIER_nondet_int();
    insert_tail_list(&crom->requests, &request->entry);
    return 0;
}

static void remove_one(struct crom_data *crom)
{
    if (!is_list_empty(&crom->requests)) {
        struct request *request = (struct request *)remove_head_list(&crom->requests);
        int sector = request->sector;
        free(request);
        if (sector == 1)
            free(request); // BUG: double-free
    }
}

int main(void)
{
    struct crom_data crom;
    crom.open_count = 1;
    initialize_list_head(&crom.requests);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            add(&crom);
        else
            remove_one(&crom);
    }
    while (!is_list_empty(&crom.requests))
        remove_one(&crom);
    return 0;
}
