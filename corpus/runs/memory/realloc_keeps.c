// realloc keeps what was there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(4);
    if (!p) return 1;
    strcpy(p, "abc");
    p = realloc(p, 1000);
    if (!p) return 1;
    printf("%s ", p);
    p = realloc(p, 2);
    if (!p) return 1;
    printf("%.2s\n", p);
    free(p);
    p = realloc(NULL, 5);
    printf("%d\n", p != NULL);
    free(p);
    return 0;
}
