// rand_r and a seeded rand repeat themselves.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int a = rand(), b = rand();
    srand(7);
    printf("%d %d %d\n", a == rand(), b == rand(), a >= 0 && a <= RAND_MAX);
    unsigned s = 3, t = 3;
    printf("%d\n", rand_r(&s) == rand_r(&t));
    return 0;
}
