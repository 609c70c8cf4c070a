// The end of the input is remembered until it is cleared.
// run: <<< a
#include <stdio.h>

int main(void) {
    getchar();
    printf("%d ", !!feof(stdin));
    printf("%d %d ", getchar(), !!feof(stdin));
    clearerr(stdin);
    printf("%d\n", !!feof(stdin));
    return 0;
}
