// The first member of a group, which may have none.
// verdict: unsafe
#include <grp.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    struct group *group = getgrgid(getgid());
    if (!group)
        return 1;
    char first = group->gr_mem[0][0]; // BUG: null-deref
    printf("%s: %c\n", group->gr_name, first);
    return 0;
}
