// Elements of an array are read behind those that were set.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    char *places[20];
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (char *p = line; *p && n < 20; p++)
        if (*p == ' ')
            places[n++] = p;
    for (int i = 0; i <= n && i < 20; i++)
        puts(places[i]); // BUG: invalid-pointer
    return 0;
}
