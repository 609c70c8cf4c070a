// Time does not go back.
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    time_t a = time(NULL), b;
    time(&b);
    struct timespec s, r;
    struct timeval v;
    printf("%d %d %d %d ", a > 1000000000, difftime(b, a) >= 0, clock_gettime(CLOCK_MONOTONIC, &s), gettimeofday(&v, NULL));
    clock_gettime(CLOCK_MONOTONIC, &r);
    printf("%d %d\n", r.tv_sec > s.tv_sec || (r.tv_sec == s.tv_sec && r.tv_nsec >= s.tv_nsec), clock() >= 0);
    return 0;
}
