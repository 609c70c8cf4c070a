// The names of this month and of this day.
// verdict: safe
#include <stdio.h>
#include <time.h>

static const char *const months[12] = {"January", "February", "March", "April", "May", "June",
                                       "July", "August", "September", "October", "November", "December"};
static const char *const days[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

int main(void) {
    time_t now = time(NULL);
    struct tm *today = gmtime(&now);
    if (!today)
        return 1;
    puts(months[today->tm_mon]);
    puts(days[today->tm_wday]);
    return 0;
}
