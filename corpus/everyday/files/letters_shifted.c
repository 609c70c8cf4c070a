// Reads a file whole and shifts its letters.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *slurp(const char *name, size_t *len) {
    FILE *f = fopen(name, "rb");
    if (!f)
        return NULL;
    if (fseek(f, 0, SEEK_END) != 0) {
        fclose(f);
        return NULL;
    }
    long size = ftell(f);
    if (size < 0) {
        fclose(f);
        return NULL;
    }
    rewind(f);
    char *data = malloc(size + 1);
    if (!data) {
        fclose(f);
        return NULL;
    }
    *len = fread(data, 1, size, f);
    data[*len] = '\0';
    fclose(f);
    return data;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 1;
    int shift = atoi(argv[1]) % 26;
    if (shift < 0)
        shift += 26;
    size_t n;
    char *text = slurp(argv[2], &n);
    if (!text)
        return 1;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = text[i];
        if (islower(c))
            text[i] = 'a' + (c - 'a' + shift) % 26;
        else if (isupper(c))
            text[i] = 'A' + (c - 'A' + shift) % 26;
    }
    fwrite(text, 1, n, stdout);
    free(text);
    return 0;
}
