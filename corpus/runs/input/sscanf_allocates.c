// %ms gives a block of its own.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *word = NULL;
    int n = sscanf("  hello world", "%ms", &word);
    printf("%d %s\n", n, n == 1 ? word : "none");
    if (n == 1) free(word);
    return 0;
}
