// A search that finds nothing returns NULL, and the caller does not expect it.
// verdict: unsafe
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
    int sum = find(2)->value;
    return sum + find(7)->value; // BUG: null-deref
}
