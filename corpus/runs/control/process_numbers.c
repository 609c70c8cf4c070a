// Numbers of processes and users are plausible.
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

int main(void) {
    printf("%d %d %d %d\n", getpid() > 0, getpid() == getpid(), getuid() == geteuid(), getgid() == getegid());
    printf("%d %d\n", sysconf(_SC_PAGESIZE) > 0, getpagesize() > 0);
    return 0;
}
