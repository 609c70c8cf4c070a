// To the left of the first column there is no column: a remainder of a number below zero is below zero.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

static int width, height;

static int alive(const unsigned char *board, int x, int y) {
    x = x % width;
    y = (y + height) % height;
    return board[y * width + x]; // BUG: out-of-bounds
}

int main(int argc, char **argv) {
    width = argc > 1 ? atoi(argv[1]) : 40;
    height = argc > 2 ? atoi(argv[2]) : 20;
    if (width < 1 || height < 1 || width > 1000 || height > 1000)
        return 2;
    unsigned char *now = calloc(width, height), *next = malloc((size_t)width * height);
    if (!now || !next) {
        free(now);
        free(next);
        return 1;
    }
    for (int i = 0; i < width * height; i++)
        now[i] = rand() % 2;
    for (int round = 0; round < 10; round++) {
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int count = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (dx || dy)
                            count += alive(now, x + dx, y + dy);
                next[y * width + x] = count == 3 || (count == 2 && alive(now, x, y));
            }
        unsigned char *spare = now;
        now = next;
        next = spare;
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            putchar(now[y * width + x] ? '#' : '.');
        putchar('\n');
    }
    free(now);
    free(next);
    return 0;
}
