// A vector of any type whose sizes are computed in an int: a size that wraps around is no size of a block.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector {
    char *data;
    int length, capacity;
};

static int reserve(struct vector *vector, int size) {
    if (vector->length + 1 <= vector->capacity)
        return 0;
    int capacity = vector->capacity == 0 ? 1 : vector->capacity << 1;
    char *data = realloc(vector->data, capacity * size);
    if (!data)
        return -1;
    vector->data = data;
    vector->capacity = capacity;
    return 0;
}

static int append(struct vector *vector, const void *item, int size) {
    if (reserve(vector, size) != 0)
        return -1;
    memcpy(vector->data + vector->length * size, item, size);
    vector->length++;
    return 0;
}

int main(void) {
    struct vector vector = {NULL, 0, 0};
    int number;
    while (scanf("%d", &number) == 1) {
        if (append(&vector, &number, sizeof number) != 0)
            break;
    }
    const int *numbers = (const int *)vector.data;
    for (int i = vector.length - 1; i >= 0; i--)
        printf("%d\n", numbers[i]);
    free(vector.data);
    return 0;
}
