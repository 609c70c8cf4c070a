// Makes an acronym of the first letters of its arguments.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

#define MOST 12

int main(int argc, char **argv) {
    char letters[MOST + 1];
    int n = 0;
    for (int i = 1; i < argc && n < MOST; i++) {
        if (argv[i][0] == '\0')
            continue;
        letters[n++] = (char)toupper((unsigned char)argv[i][0]);
    }
    letters[n] = '\0';
    printf("%s\n", letters);
    return 0;
}
