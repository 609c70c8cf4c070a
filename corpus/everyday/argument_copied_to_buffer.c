// An argument of any length is copied to a buffer of sixteen bytes.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char name[16];
    if (argc < 2)
        return 1;
    strcpy(name, argv[1]); // BUG: out-of-bounds
    puts(name);
    return 0;
}
