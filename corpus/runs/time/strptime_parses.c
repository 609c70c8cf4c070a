// strptime reads dates.
#include <stdio.h>
#include <time.h>

int main(void) {
    const char *texts[] = {"2024-03-05 06:07:08 rest", "Tuesday, 5 march 99", "12:05:06 pm", "xx", "31.12.1999 23:59", "060 2024", "2024-13-01", "%"};
    const char *formats[] = {"%Y-%m-%d %H:%M:%S", "%a, %d %b %y", "%r", "%Y", "%d.%m.%Y%n%R", "%j %Y", "%F", "%%"};
    for (int i = 0; i < 8; i++) {
        struct tm t = {0};
        char *end = strptime(texts[i], formats[i], &t);
        if (end == NULL) {
            puts("none");
            continue;
        }
        printf("%s %d %d %d %d %d %d ", end, t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec);
        printf("%d %d\n", t.tm_wday, t.tm_yday);
    }
    return 0;
}
