// strerror names the errors of the system.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%s|%s|%s|%s\n", strerror(0), strerror(ENOENT), strerror(EINVAL), strerror(ENOMEM));
    return 0;
}
