// strsep gives empty fields, too.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[] = ",a,,b";
    char *at = b, *f;
    while ((f = strsep(&at, ",")) != NULL) printf("[%s]", f);
    printf("%d\n", at == NULL);
    return 0;
}
