// write, dprintf and stdio in order.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    printf("a\n");
    fflush(stdout);
    ssize_t n = write(1, "bc\n", 3);
    dprintf(1, "%d\n", 7);
    printf("%zd\n", n);
    return 0;
}
