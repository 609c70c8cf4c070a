// The old names of strchr and strrchr, and of memory functions.
#include <stdio.h>
#include <strings.h>
#include <string.h>

int main(void) {
    char b[8] = "abcabc";
    printf("%s %s ", index(b, 'b'), rindex(b, 'b'));
    bcopy("xy", b, 2);
    bzero(b + 4, 3);
    printf("%s %d\n", b, bcmp(b, "xyca", 5));
    return 0;
}
