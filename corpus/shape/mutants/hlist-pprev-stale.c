// Deletion does not update the address in the node behind.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct hlist_node {
    struct hlist_node *next, **pprev;
};

struct hlist_head {
    struct hlist_node *first;
};

struct inode {
    unsigned number;
    struct hlist_node hash;
};

static struct hlist_head chain;

static void hlist_add_head(struct hlist_node *node, struct hlist_head *head)
{
    struct hlist_node *first = head->first;
    node->next = first;
    if (first)
        first->pprev = &node->next;
    head->first = node;
    node->pprev = &head->first;
}

static void hlist_del(struct hlist_node *node)
{
    struct hlist_node *next = node->next;
    struct hlist_node **pprev = node->pprev;
    *pprev = next; // BUG: use-after-free
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct inode *inode = malloc(sizeof *inode);
        if (!inode)
            break;
        inode->number = __VERIFIER_nondet_int();
        hlist_add_head(&inode->hash, &chain);
    }
    struct hlist_node *node = chain.first;
    while (node) {
        struct inode *inode = container_of(node, struct inode, hash);
        node = node->next;
        if (inode->number % 3 == 0) {
            hlist_del(&inode->hash);
            free(inode);
        }
    }
    while (chain.first) {
        struct inode *inode = container_of(chain.first, struct inode, hash);
        hlist_del(&inode->hash);
        free(inode);
    }
    return 0;
}
