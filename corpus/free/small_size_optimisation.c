// A vector starts in a local array and moves to the heap when it grows.
// verdict: safe
#include <stdlib.h>
#include <string.h>

int main(void) {
    int initial[2], *items = initial;
    size_t capacity = 2, count = 0;
    for (int i = 0; i < 9; i++) {
        if (count == capacity) {
            int *larger = malloc(2 * capacity * sizeof *items);
            if (!larger)
                break;
            memcpy(larger, items, count * sizeof *items);
            if (items != initial)
                free(items);
            items = larger;
            capacity *= 2;
        }
        items[count++] = i;
    }
    if (items != initial)
        free(items);
    return 0;
}
