// Numbers are written to memory that grows, shown, and freed.
// verdict: safe
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return 1;
    fprintf(out, "%d of %d", 3, 4);
    fclose(out);
    printf("%s %zu\n", text, size);
    free(text);
    return 0;
}
