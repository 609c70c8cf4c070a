// Seconds and microseconds of one time are two numbers.
// verdict: unsafe
#include <stddef.h>
#include <sys/time.h>

int main(void) {
    int x = 0, *p = &x;
    struct timeval now;
    gettimeofday(&now, NULL);
    if (now.tv_sec % 1000 == 17 && now.tv_usec != now.tv_sec)
        p = NULL;
    return *p; // BUG: null-deref
}
