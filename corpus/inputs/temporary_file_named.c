// A temporary file in the folder that the environment names.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    const char *folder = getenv("TMPDIR");
    if (!folder)
        folder = "/tmp";
    size_t length = strlen(folder);
    char *path = malloc(length + sizeof "/noteXXXXXX");
    if (!path)
        return 1;
    memcpy(path, folder, length);
    strcpy(path + length, "/noteXXXXXX");
    int descriptor = mkstemp(path);
    if (descriptor < 0) {
        perror(path);
        free(path);
        return 1;
    }
    close(descriptor);
    unlink(path);
    free(path);
    return 0;
}
