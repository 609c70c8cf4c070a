// What was written to memory is shown before the stream is flushed or closed.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return 1;
    fprintf(out, "%d of %d", 3, 4);
    int first = text[0]; // BUG: null-deref
    fclose(out);
    free(text);
    return first == '3';
}
