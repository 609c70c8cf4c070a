// A hash table with open addressing that is rehashed when it fills up.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct map {
    unsigned *keys;
    int *values;
    size_t room, used;
};

static size_t slot(const struct map *map, unsigned key) {
    size_t i = key * 2654435761u % map->room;
    while (map->keys[i] != 0 && map->keys[i] != key)
        i = (i + 1) % map->room;
    return i;
}

static int resize(struct map *map, size_t room) {
    struct map bigger = {calloc(room, sizeof(unsigned)), calloc(room, sizeof(int)), room, map->used};
    if (!bigger.keys || !bigger.values) {
        free(bigger.keys);
        free(bigger.values);
        return 0;
    }
    for (size_t i = 0; i < map->room; i++) {
        if (map->keys[i] != 0) {
            size_t k = slot(&bigger, map->keys[i]);
            bigger.keys[k] = map->keys[i];
            bigger.values[k] = map->values[i];
        }
    }
    free(map->keys);
    free(map->values);
    *map = bigger;
    return 1;
}

static int add(struct map *map, unsigned key, int value) {
    if ((map->used + 1) * 2 > map->room && !resize(map, map->room * 2))
        return 0;
    size_t i = slot(map, key);
    if (map->keys[i] == 0) {
        map->keys[i] = key;
        map->used++;
    }
    map->values[i] += value;
    return 1;
}

int main(void) {
    struct map map = {NULL, NULL, 0, 0};
    unsigned key;
    int value;
    if (!resize(&map, 4))
        return 1;
    while (scanf("%u %d", &key, &value) == 2)
        if (key != 0 && !add(&map, key, value % 1000))
            break;
    for (size_t i = 0; i < map.room; i++)
        if (map.keys[i] != 0)
            printf("%u %d\n", map.keys[i], map.values[i]);
    free(map.keys);
    free(map.values);
    return 0;
}
