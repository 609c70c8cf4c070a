// Splits rows at commas and adds up the second field.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 16

static int split(char *line, char **fields, int max) {
    int n = 0;
    char *p = line;
    while (n < max) {
        fields[n++] = p;
        char *comma = strchr(p, ',');
        if (!comma)
            break;
        *comma = '\0';
        p = comma + 1;
    }
    return n;
}

int main(void) {
    char line[1024];
    char *fields[MAX_FIELDS];
    double sum = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        int n = split(line, fields, MAX_FIELDS);
        if (n < 2)
            continue;
        sum += atof(fields[1]);
        for (int i = 0; i < n; i++)
            printf("[%s]", fields[i]);
        printf("\n");
    }
    printf("%g\n", sum);
    return 0;
}
