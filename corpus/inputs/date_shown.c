// Shows the date and time of now: the clock shows a date that the calendar has, and its text fits.
// verdict: safe
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t now = time(NULL);
    struct tm *date = localtime(&now);
    char text[20];
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", date);
    printf("%s, %zu characters, year %d\n", text, strlen(text), date->tm_year + 1900);
    return 0;
}
