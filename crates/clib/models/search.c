/* <search.h>: linear search, trees, queues. */
#include "libc.h"

typedef int (*comparison)(const void *, const void *);

void *lfind(const void *key, const void *base, size_t *count, size_t width, comparison compare) {
    const char *at = base;
    for (size_t i = 0; i < *count; i++, at += width) {
        if (compare(key, at) == 0)
            return (void *)at;
    }
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t width, comparison compare) {
    void *found = lfind(key, base, count, width, compare);
    if (found != NULL)
        return found;
    found = (char *)base + *count * width;
    memcpy(found, key, width);
    ++*count;
    return found;
}

/* The order is that of the comparisons; trees are not balanced, which nobody can see but by the order of twalk's depths. */
struct node {
    const void *key;
    struct node *left;
    struct node *right;
};

void *tfind(const void *key, void *const *root, comparison compare) {
    if (root == NULL)
        return NULL;
    struct node *at = *root;
    while (at != NULL) {
        int order = compare(key, at->key);
        if (order == 0)
            return at;
        at = order < 0 ? at->left : at->right;
    }
    return NULL;
}

void *tsearch(const void *key, void **root, comparison compare) {
    if (root == NULL)
        return NULL;
    struct node **at = (struct node **)root;
    while (*at != NULL) {
        int order = compare(key, (*at)->key);
        if (order == 0)
            return *at;
        at = order < 0 ? &(*at)->left : &(*at)->right;
    }
    struct node *made = malloc(sizeof *made);
    if (made == NULL)
        return NULL;
    made->key = key;
    made->left = made->right = NULL;
    *at = made;
    return made;
}

void *tdelete(const void *restrict key, void **restrict root, comparison compare) {
    if (root == NULL)
        return NULL;
    struct node **at = (struct node **)root;
    struct node *parent = *at;
    for (;;) {
        if (*at == NULL)
            return NULL;
        int order = compare(key, (*at)->key);
        if (order == 0)
            break;
        parent = *at;
        at = order < 0 ? &(*at)->left : &(*at)->right;
    }
    struct node *old = *at;
    if (old->left == NULL) {
        *at = old->right;
    } else if (old->right == NULL) {
        *at = old->left;
    } else {
        struct node **next = &old->right;
        while ((*next)->left != NULL)
            next = &(*next)->left;
        struct node *moved = *next;
        *next = moved->right;
        moved->left = old->left;
        moved->right = old->right;
        *at = moved;
    }
    if (parent == old)
        parent = *at;
    free(old);
    return parent != NULL ? parent : (void *)root;
}

/* The visits of a node: before its children, between them, after them; or it has none. */
enum visit { PREORDER, POSTORDER, ENDORDER, LEAF };

static void __libc_walk(const struct node *at, void (*visit)(const void *, enum visit, int), int depth) {
    if (at->left == NULL && at->right == NULL) {
        visit(at, LEAF, depth);
        return;
    }
    visit(at, PREORDER, depth);
    if (at->left != NULL)
        __libc_walk(at->left, visit, depth + 1);
    visit(at, POSTORDER, depth);
    if (at->right != NULL)
        __libc_walk(at->right, visit, depth + 1);
    visit(at, ENDORDER, depth);
}

void twalk(const void *root, void (*visit)(const void *, enum visit, int)) {
    if (root != NULL && visit != NULL)
        __libc_walk(root, visit, 0);
}

void tdestroy(void *root, void (*release)(void *)) {
    struct node *at = root;
    if (at == NULL)
        return;
    tdestroy(at->left, release);
    tdestroy(at->right, release);
    release((void *)at->key);
    free(at);
}

struct link {
    struct link *next;
    struct link *before;
};

void insque(struct link *new, struct link *before) {
    if (before == NULL) {
        new->next = new->before = NULL;
        return;
    }
    new->next = before->next;
    new->before = before;
    before->next = new;
    if (new->next != NULL)
        new->next->before = new;
}

void remque(struct link *old) {
    if (old->next != NULL)
        old->next->before = old->before;
    if (old->before != NULL)
        old->before->next = old->next;
}

/* The one table of names. It has as many places as the next prime number, as that of the GNU library. */

struct entry {
    char *key;
    void *data;
};

static struct entry *__libc_table;
static size_t __libc_places;
static size_t __libc_filled;

static int __libc_is_prime(size_t number) {
    for (size_t divisor = 3; divisor * divisor <= number; divisor += 2) {
        if (number % divisor == 0)
            return 0;
    }
    return 1;
}

int hcreate(size_t count) {
    if (__libc_table != NULL)
        return 0;
    for (count = count < 3 ? 3 : count | 1; !__libc_is_prime(count); count += 2) {
    }
    __libc_table = malloc(count * sizeof *__libc_table);
    if (__libc_table == NULL)
        return 0;
    __libc_places = count;
    __libc_filled = 0;
    return 1;
}

void hdestroy(void) {
    free(__libc_table);
    __libc_table = NULL;
    __libc_places = __libc_filled = 0;
}

#define ESRCH 3

struct entry *hsearch(struct entry wanted, int enters) {
    CHECK_STRING(wanted.key);
    for (size_t i = 0; i < __libc_filled; i++) {
        if (strcmp(__libc_table[i].key, wanted.key) == 0)
            return &__libc_table[i];
    }
    if (!enters || __libc_filled == __libc_places) {
        errno = enters ? ENOMEM : ESRCH;
        return NULL;
    }
    __libc_table[__libc_filled] = wanted;
    return &__libc_table[__libc_filled++];
}
