// The name of the next month, which in December there is none.
// verdict: unsafe
#include <stdio.h>
#include <time.h>

static const char *const months[12] = {"January", "February", "March", "April", "May", "June",
                                       "July", "August", "September", "October", "November", "December"};

int main(void) {
    time_t now = time(NULL);
    struct tm *today = gmtime(&now);
    if (!today)
        return 1;
    puts(months[today->tm_mon + 1]); // BUG: out-of-bounds
    return 0;
}
