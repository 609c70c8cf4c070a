// strtoul takes a sign.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%lu %llu %llu %lld\n", strtoul("-1", NULL, 10), strtoull("-2", NULL, 0), strtoull("0xff", NULL, 16), strtoll("-077", NULL, 0));
    return 0;
}
