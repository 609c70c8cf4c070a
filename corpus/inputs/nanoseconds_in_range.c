// A second has so many nanoseconds, whatever the time is.
// verdict: safe
#include <time.h>

int main(void) {
    static char tenths[10];
    struct timespec now = {0, 0};
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return 1;
    return tenths[now.tv_nsec / 100000000];
}
