// Local variables whose addresses are given to functions that may keep or return them.
// command: lib
// functions: 14
// requires: visited: `visit` keeps no pointer to `local`
// requires: called_back: `each` keeps no pointer to `local`
// requires: visited_and_used: `visit` keeps no pointer to `local`
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void visit(struct node *node);

static struct node *kept;

static void keep(struct node *node)
{
    kept = node;
}

static struct node *same(struct node *node)
{
    return node;
}

static int length(const struct node *list)
{
    int n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}

static void put_behind(struct node *node, struct node *last)
{
    if (node)
        node->next = last;
}

int visited(void)
{
    struct node local = {0, NULL};
    visit(&local);
    return local.value;
}

int called_back(void (*each)(struct node *node))
{
    struct node local = {0, NULL};
    if (each)
        each(&local);
    return local.value;
}

int visited_and_used(struct node *list)
{
    struct node local = {0, list};
    visit(&local);
    return length(local.next);
}

int measured(struct node *list)
{
    struct node local = {0, list};
    int n = 0;
    while (n < 100 && local.next) {
        n += length(&local);
        local.next = local.next->next;
    }
    return n;
}

int same_and_used(void)
{
    struct node local = {3, NULL};
    struct node *it = same(&local);
    return it ? it->value : 0;
}

void kept_by_helper(void)
{
    struct node local = {0, NULL};
    keep(&local); // BUG: kept_by_helper: the helper keeps it
} // BUG: kept_by_helper: the global points to a dead node

struct node *returned_by_helper(void)
{
    struct node local = {0, NULL};
    return same(&local); // BUG: returned_by_helper: the helper returns it
}

struct node *returned_after_call(int n)
{
    struct node local = {0, NULL};
    struct node *it = &local;
    visit(it);
    while (n-- > 0)
        visit(NULL);
    return it; // BUG: returned_after_call: dead when the function has returned
}

struct node *returned_from_link(void)
{
    struct node last = {0, NULL};
    struct node first = {0, &last};
    (void)length(&first);
    return first.next; // BUG: returned_from_link: dead when the function has returned
}

void stored_by_helper(struct node *list)
{
    struct node local = {0, NULL};
    put_behind(list, &local); // BUG: stored_by_helper: the helper links it
} // BUG: stored_by_helper: a link to a dead node
