// The lowest bit that is set.
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
    printf("%d %d %d %d %d\n", ffs(0), ffs(8), ffs(-1), ffsl(1L << 40), ffsll(1LL << 62));
    return 0;
}
