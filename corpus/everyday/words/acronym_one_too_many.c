// One letter more than there is room for.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>

#define MOST 12

int main(int argc, char **argv) {
    char letters[MOST];
    int n = 0;
    for (int i = 1; i < argc && n < MOST; i++) {
        if (argv[i][0] == '\0')
            continue;
        letters[n++] = (char)toupper((unsigned char)argv[i][0]);
    }
    letters[n] = '\0'; // BUG: out-of-bounds
    printf("%s\n", letters);
    return 0;
}
