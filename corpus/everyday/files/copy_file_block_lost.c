// The block that is allocated first is lost when there is no input.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 4096

int main(int argc, char **argv) {
    int status = 1;
    FILE *in = NULL, *out = NULL;
    char *block = NULL;
    size_t n;
    if (argc != 3) {
        fprintf(stderr, "usage: copy FROM TO\n");
        return 2;
    }
    block = malloc(BLOCK);
    if (!block)
        return 1;
    in = fopen(argv[1], "rb");
    if (!in) {
        perror(argv[1]);
        return 1;
    }
    out = fopen(argv[2], "wb");
    if (!out) {
        perror(argv[2]);
        goto done;
    }
    while ((n = fread(block, 1, BLOCK, in)) > 0)
        if (fwrite(block, 1, n, out) != n)
            goto done;
    status = ferror(in) != 0;
done:
    free(block);
    if (out && fclose(out) != 0)
        status = 1;
    if (in)
        fclose(in);
        return status;
        } // BUG: leak
