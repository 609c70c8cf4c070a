// Writes a file through a buffer of its own and gives up where the device is full; the buffer is freed once.
// verdict: safe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int save(const char *name, const char *text)
{
    int result = -1;
    FILE *file = fopen(name, "w");
    if (!file)
        return -1;
    char *buffer = malloc(strlen(text) + 2);
    if (!buffer)
        goto close;
    sprintf(buffer, "%s\n", text);
    size_t length = strlen(buffer);
    if (fwrite(buffer, 1, length, file) != length)
        goto discard;
    if (fprintf(file, "%zu\n", length) < 0 || fflush(file) == EOF)
        goto discard;
    result = 0;
discard:
    free(buffer);
close:
    if (fclose(file) == EOF)
        result = -1;
    return result;
}

int main(void)
{
    return save("notes", "remember the milk") == 0 ? 0 : 1;
}
