// Globals whose initialisers hold addresses: of globals, members, elements, functions, strings and themselves.
// verdict: safe
#include <assert.h>
#include <string.h>

struct node {
    struct node *next;
    const char *name;
    int (*length)(const char *);
    int *where;
};

static int length(const char *text) { return (int)strlen(text); }

static int numbers[4] = {1, 2, 3, 4};
static struct node ring[3] = {
    {&ring[1], "one", length, &numbers[1]},
    {&ring[2], "three" + 1, length, numbers + 3},
    {ring, 0, 0, 0},
};
static char *const end = (char *)numbers + sizeof numbers;
static void *self = &self;

int main(void) {
    struct node *p = ring;
    assert(p->next->next->next == p);
    assert(p->length(p->name) == 3 && p->next->length(p->next->name) == 4);
    assert(*p->where == 2 && *ring[1].where == 4);
    assert(*(int *)(end - sizeof(int)) == 4);
    assert(*(void **)self == self);
    return 0;
}
