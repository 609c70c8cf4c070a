// The links are in a struct inside the node.
// command: lib
// functions: 7
#include <stdlib.h>

struct item;

struct links {
    struct item *next;
    struct item *prev;
};

struct item {
    int id;
    struct links links;
    struct {
        int width;
        struct item *owner;
    } box;
};

struct item *item_new(int id)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return NULL;
    item->id = id;
    item->links.next = NULL;
    item->links.prev = NULL;
    item->box.width = 0;
    item->box.owner = NULL;
    return item;
}

void item_insert_after(struct item *place, struct item *item)
{
    if (!place || !item)
        return;
    item->links.next = place->links.next;
    item->links.prev = place;
    if (place->links.next)
        place->links.next->links.prev = item;
    place->links.next = item;
}

void item_copy_links(struct item *to, const struct item *from)
{
    if (to && from)
        to->links = from->links;
}

struct item *item_outermost(struct item *item)
{
    while (item && item->box.owner)
        item = item->box.owner;
    return item;
}

struct item *item_new_without_owner(int id)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return NULL;
    item->id = id;
    item->links.next = NULL;
    item->links.prev = NULL;
    item->box.width = 0;
    return item; // BUG: item_new_without_owner: `box.owner` is not set
} // BUG: item_new_without_owner: what is returned is wrong

void item_shift(struct item *item)
{
    if (item)
        item->links.next = (struct item *)&item->links; // BUG: item_shift: the links are no node
} // BUG: item_shift: a link points into a node

struct item *item_from_links(struct links *links)
{
    return (struct item *)links; // BUG: item_from_links: the links are not at the start of a node
}
