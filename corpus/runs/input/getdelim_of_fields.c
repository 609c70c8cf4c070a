// Fields that end in a character.
// run: <<< a:bc::d
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *field = NULL;
    size_t room = 0;
    ssize_t n;
    while ((n = getdelim(&field, &room, ':', stdin)) > 0) printf("%zd[%s]", n, field);
    free(field);
    return 0;
}
