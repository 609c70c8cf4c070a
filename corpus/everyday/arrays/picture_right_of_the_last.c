// A pixel to the right of the picture, in its last row, lies behind it.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
    int width, height;
    unsigned char *pixels;
};

static struct picture *picture_new(int width, int height) {
    if (width <= 0 || height <= 0 || width > 20000 || height > 20000)
        return NULL;
    struct picture *picture = malloc(sizeof *picture);
    if (!picture)
        return NULL;
    picture->width = width;
    picture->height = height;
    picture->pixels = calloc((size_t)width * height, 3);
    if (!picture->pixels) {
        free(picture);
        return NULL;
    }
    return picture;
}

static void picture_free(struct picture *picture) {
    if (picture)
        free(picture->pixels);
    free(picture);
}

static void draw(struct picture *picture, int x, int y, const unsigned char colour[3]) {
    if (x < 0 || y < 0 || x > picture->width || y >= picture->height)
        return;
    memcpy(picture->pixels + ((size_t)y * picture->width + x) * 3, colour, 3); // BUG: out-of-bounds
}

static struct picture *turned(const struct picture *picture) {
    struct picture *result = picture_new(picture->height, picture->width);
    if (!result)
        return NULL;
    for (int y = 0; y < picture->height; y++)
        for (int x = 0; x < picture->width; x++)
            draw(result, picture->height - 1 - y, x, &picture->pixels[((size_t)y * picture->width + x) * 3]);
    return result;
}

int main(void) {
    int width, height, x, y;
    if (scanf("%d %d", &width, &height) != 2)
        return 2;
    struct picture *picture = picture_new(width, height);
    if (!picture)
        return 1;
    const unsigned char red[3] = {255, 0, 0};
    while (scanf("%d %d", &x, &y) == 2)
        draw(picture, x, y, red);
    struct picture *result = turned(picture);
    if (result)
        fwrite(result->pixels, 3, (size_t)result->width * result->height, stdout);
    picture_free(result);
    picture_free(picture);
    return 0;
}
