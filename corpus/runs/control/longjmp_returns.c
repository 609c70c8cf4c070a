// longjmp goes back with a value that is never zero.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static void deep(int n) {
    if (n == 0) longjmp(place, 5);
    deep(n - 1);
}
int main(void) {
    volatile int rounds = 0;
    int v = setjmp(place);
    printf("%d %d ", v, rounds);
    if (rounds++ == 0) deep(3);
    if (rounds == 2) longjmp(place, 0);
    putchar('\n');
    return 0;
}
