// A temporary file in the folder that the environment names: no room for the end of its name.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    const char *folder = getenv("TMPDIR");
    if (!folder)
        folder = "/tmp";
    size_t length = strlen(folder);
    char *path = malloc(length + strlen("/noteXXXXXX"));
    if (!path)
        return 1;
    memcpy(path, folder, length);
    strcpy(path + length, "/noteXXXXXX"); // BUG: out-of-bounds
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
