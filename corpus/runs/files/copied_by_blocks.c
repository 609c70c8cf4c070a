// A file is copied with fread and fwrite.
#include <stdio.h>

int main(void) {
    char block[7];
    size_t n, all = 0;
    FILE *in = fopen("text", "rb"), *out = fopen("copy", "wb");
    if (!in || !out) return 1;
    while ((n = fread(block, 1, sizeof block, in)) > 0) all += fwrite(block, 1, n, out);
    fclose(in);
    fclose(out);
    in = fopen("copy", "rb");
    if (!in) return 1;
    fseek(in, 0, SEEK_END);
    printf("%zu %ld\n", all, ftell(in));
    fclose(in);
    return 0;
}
