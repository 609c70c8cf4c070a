// Substrings counted with strstr.
// run: abababa aba
// run: aaaa aa
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 3) return 1;
    int n = 0;
    for (const char *p = argv[1]; (p = strstr(p, argv[2])) != NULL; p++) n++;
    printf("%d\n", n);
    return 0;
}
