// rename, remove and unlink.
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    printf("%d %d ", rename("text", "other"), access("text", F_OK));
    printf("%d %d ", access("other", R_OK), remove("other"));
    printf("%d %d\n", unlink("other"), errno == ENOENT);
    return 0;
}
