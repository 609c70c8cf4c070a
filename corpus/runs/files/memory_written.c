// Streams that write to memory: some that grows, and an array that is full at some time.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return 1;
    for (int i = 0; i < 40; i++)
        fprintf(out, "%d,", i);
    fputs("end", out);
    fflush(out);
    printf("%zu %zu %s\n", size, strlen(text), text);
    fputc('!', out);
    fclose(out);
    printf("%zu %s\n", size, text + size - 4);
    free(text);

    char array[8];
    out = fmemopen(array, sizeof array, "w");
    if (!out)
        return 1;
    fputs("abc", out);
    fflush(out);
    printf("%s\n", array);
    fclose(out);
    return 0;
}
