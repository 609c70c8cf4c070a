// A search that finds nothing returns NULL, and the caller expects it.
// verdict: safe
#include <assert.h>
#include <stddef.h>

struct entry {
    int key, value;
};

static struct entry table[] = {{1, 10}, {2, 20}, {3, 30}};

static struct entry *find(int key) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

int main(void) {
    struct entry *missing = find(7), *found = find(2);
    assert(!missing && found);
    return found->value == 20 ? 0 : 1;
}
