//! The C code around the functions of a library: their types, and the heaps that they are executed on.

/// What stands before the functions: the types, functions elsewhere, and helpers with a contract of their own. Where
/// `RUN` is defined, local variables start with garbage and are known to the checks while they live.
pub const PRELUDE: &str = r#"#include <stdlib.h>
#include <string.h>

struct item;
struct node { int v; struct node *l; struct node *r; struct item *it; struct node *c[2]; };
struct item {
    struct item *next;
    struct node *owner;
    int kind;
    union { long number; struct node *one; struct item *many; } as;
};
struct list { struct node *h; struct node *t; struct item *k; };
struct pair { struct node *p; struct node *q; };

#ifdef RUN
void lives(void *local, unsigned long size);
void *some_memory(unsigned long size);
#define LIVES(local) lives(&local, sizeof local)
#define malloc(size) some_memory(size)
#else
#define LIVES(local) (void)0
#endif

struct node *g0;
struct item *g1;
struct list *gl;

void visit(struct node *node, struct item *item);
struct node *get(struct node *node);
int any(void);

static struct node *pop(struct node **place)
{
    struct node *node = *place;
    if (node)
        *place = node->l;
    return node;
}

static void append(struct list *list, struct node *node)
{
    if (!list || !node)
        return;
    if (list->t)
        list->t->r = node;
    else
        list->h = node;
    list->t = node;
}

static void link2(struct node *x, struct node *y)
{
    if (x)
        x->l = y;
    if (y)
        y->r = x;
}

static void init(struct node *x, struct node *y)
{
    if (!x)
        return;
    x->l = y;
    x->r = NULL;
}

static struct pair crossed(struct node *x, struct node *y)
{
    struct pair pair = {y, x};
    return pair;
}

static void put(struct node **place, struct node *node)
{
    *place = node ? node->r : NULL;
}

static struct node *same(struct node *node)
{
    return node;
}

static void remember(struct node *node)
{
    if (node)
        g0 = node;
}

static struct node *one_of(struct item *item)
{
    return item && item->kind == 1 && item->as.one ? item->as.one->l : NULL;
}

static struct item *many_of(struct item *item)
{
    return item && item->kind == 2 && item->as.many ? item->as.many->next : NULL;
}

struct node *walk(struct node *x, int n)
{
    while (x && n-- > 0)
        x = x->r;
    return x;
}
"#;

/// What stands behind the functions where they are executed: random heaps, functions elsewhere that look at all they
/// can reach and change it, and the checks. A broken structure is an error that the interpreter reports.
pub const DRIVER: &str = r#"
#undef malloc
unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);

enum { MOST = 400, KNOWN = 8, LOCALS = 64 };

static char *blocks[MOST];
static unsigned long sizes[MOST];
static int kinds[MOST];
static int block_count;
static struct node *nodes[KNOWN];
static struct item *items[KNOWN];
static int node_count, item_count;
static char *locals[LOCALS];
static int local_kinds[LOCALS];
static int local_count;
static struct list the_list;
static int calls;
static unsigned state;

static unsigned number(void)
{
    state = state * 1103515245u + 12345u;
    return (state >> 16) & 0x7fff;
}

void *some_memory(unsigned long size)
{
    if (number() % 7 == 0)
        return NULL;
    if (block_count >= MOST)
        exit(0);
    char *block = malloc(size ? size : 1);
    if (!block)
        exit(0);
    memset(block, 0xCD, size ? size : 1);
    blocks[block_count] = block;
    sizes[block_count++] = size;
    return block;
}

void lives(void *local, unsigned long size)
{
    memset(local, 0xCD, size);
    if (size != sizeof(struct node))
        return;
    if (local_count >= LOCALS)
        exit(0);
    locals[local_count++] = local;
}

static void *pending[4 * MOST];
static int pending_kinds[4 * MOST];
static int pending_count;

/* A block is what it is first reached as: 1 a node, 2 an item. */
static void reach(void *pointer, int kind)
{
    if (!pointer)
        return;
    int *known = NULL;
    for (int i = 0; i < block_count && !known; i++) {
        if (blocks[i] == pointer) {
            if (sizes[i] < (kind == 1 ? sizeof(struct node) : sizeof(struct item)))
                reach_error();
            known = &kinds[i];
        }
    }
    for (int i = 0; i < local_count && !known; i++) {
        if (locals[i] == pointer) {
            if (kind != 1)
                reach_error();
            known = &local_kinds[i];
        }
    }
    if (!known || (*known && *known != kind))
        reach_error();
    if (*known == kind)
        return;
    *known = kind;
    if (pending_count >= 4 * MOST)
        exit(0);
    pending[pending_count] = pointer;
    pending_kinds[pending_count++] = kind;
}

static void check(struct node *node, struct item *item)
{
    memset(kinds, 0, sizeof kinds);
    memset(local_kinds, 0, sizeof local_kinds);
    pending_count = 0;
    for (int i = 0; i < node_count; i++)
        reach(nodes[i], 1);
    for (int i = 0; i < item_count; i++)
        reach(items[i], 2);
    reach(g0, 1);
    reach(g1, 2);
    if (gl && gl != &the_list)
        reach_error();
    reach(the_list.h, 1);
    reach(the_list.t, 1);
    reach(the_list.k, 2);
    reach(node, 1);
    reach(item, 2);
    while (pending_count) {
        void *pointer = pending[--pending_count];
        if (pending_kinds[pending_count] == 1) {
            struct node *at = pointer;
            reach(at->l, 1);
            reach(at->r, 1);
            reach(at->it, 2);
            reach(at->c[0], 1);
            reach(at->c[1], 1);
        } else {
            struct item *at = pointer;
            reach(at->next, 2);
            reach(at->owner, 1);
#ifdef ONE_IS_CLAIMED
            if (at->kind == 1)
                reach(at->as.one, 1);
#endif
#ifdef MANY_IS_CLAIMED
            if (at->kind == 2)
                reach(at->as.many, 2);
#endif
        }
    }
}

static struct node *some_node(void)
{
    int i = (int)(number() % (unsigned)(node_count + 1));
    return i == node_count ? NULL : nodes[i];
}

static struct item *some_item(void)
{
    int i = (int)(number() % (unsigned)(item_count + 1));
    return i == item_count ? NULL : items[i];
}

static int maybe(void)
{
    return number() % 3 == 0;
}

static void fill_union(struct item *item)
{
    item->kind = (int)(number() % 3);
    if (item->kind == 1)
        item->as.one = some_node();
    else if (item->kind == 2)
        item->as.many = some_item();
    else
        item->as.number = 12345;
}

static void scramble(void)
{
    for (int i = 0; i < node_count; i++) {
        if (maybe())
            nodes[i]->l = some_node();
        if (maybe())
            nodes[i]->r = some_node();
        if (maybe())
            nodes[i]->it = some_item();
        if (maybe())
            nodes[i]->c[0] = some_node();
        if (maybe())
            nodes[i]->c[1] = some_node();
    }
    for (int i = 0; i < item_count; i++) {
        if (maybe())
            items[i]->next = some_item();
        if (maybe())
            items[i]->owner = some_node();
        if (maybe())
            fill_union(items[i]);
    }
    if (maybe())
        g0 = some_node();
    if (maybe())
        g1 = some_item();
    if (maybe())
        the_list.h = some_node();
    if (maybe())
        the_list.t = some_node();
    if (maybe())
        the_list.k = some_item();
}

static int is_block(void *pointer)
{
    for (int i = 0; i < block_count; i++)
        if (blocks[i] == pointer)
            return 1;
    return 0;
}

/* Functions elsewhere may keep what they are given, unless it is a local variable, and change what they know. */
static void others_run(struct node *node, struct item *item)
{
    if (++calls > 300)
        exit(0);
    check(node, item);
    if (node && is_block(node) && node_count < KNOWN && number() % 2)
        nodes[node_count++] = node;
    if (number() % 2)
        scramble();
    if (node && maybe())
        node->l = some_node();
}

void visit(struct node *node, struct item *item)
{
    others_run(node, item);
}

struct node *get(struct node *node)
{
    others_run(node, NULL);
    return some_node();
}

int any(void)
{
    if (++calls > 300)
        exit(0);
    return (int)number() - 0x3000;
}

static void set_up(void)
{
    state = __VERIFIER_nondet_uint() * 2654435761u + 1;
    number();
    gl = number() % 2 ? &the_list : NULL;
    int wanted_nodes = (int)(number() % 5), wanted_items = (int)(number() % 4);
    while (node_count < wanted_nodes) {
        struct node *node = some_memory(sizeof *node);
        if (!node)
            continue;
        struct node empty = {0, NULL, NULL, NULL, {NULL, NULL}};
        *node = empty;
        node->v = (int)number();
        nodes[node_count++] = node;
    }
    while (item_count < wanted_items) {
        struct item *item = some_memory(sizeof *item);
        if (!item)
            continue;
        item->next = NULL;
        item->owner = NULL;
        fill_union(item);
        items[item_count++] = item;
    }
    for (int i = 0; i < 3; i++)
        scramble();
}
"#;

/// The entry that executes one function, for parameters of which some are not null.
pub fn entry(function: &str, required: &[char]) -> String {
    let conditions: String =
        required.iter().map(|name| format!("    if (!{name})\n        return 0;\n")).collect();
    format!(
        "\nint run_{function}(void)\n{{\n    set_up();\n    struct node *a = some_node(), *b = some_node();\n    \
         struct item *i = some_item();\n    int n = (int)(number() % 6);\n    (void)b;\n    (void)i;\n{conditions}    \
         struct node *result = {function}(a, b, i, n);\n    local_count = 0;\n    check(result, NULL);\n    return 0;\n}}\n"
    )
}
