// The newline behind a number is left for fgets.
// run: <<< 3\nline one\nline two\n
#include <stdio.h>

int main(void) {
    int n;
    char line[30];
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) if (fgets(line, sizeof line, stdin)) printf("[%s]", line);
    return 0;
}
