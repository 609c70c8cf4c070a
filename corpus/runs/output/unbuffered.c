// setvbuf, setbuf and setlinebuf change nothing that is seen.
#include <stdio.h>

int main(void) {
    printf("%d ", setvbuf(stdout, NULL, _IOLBF, 0));
    printf("x");
    setlinebuf(stdout);
    puts("y");
    return 0;
}
