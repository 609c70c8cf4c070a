// One record more is sorted than there is.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct student {
    char name[32];
    int marks[3];
    double average;
};

static int by_average(const void *a, const void *b) {
    const struct student *s = a, *t = b;
    return (s->average < t->average) - (s->average > t->average); // BUG: out-of-bounds
}

int main(int argc, char **argv) {
    size_t most = argc > 1 ? strtoul(argv[1], NULL, 10) : 50, n = 0;
    if (most == 0 || most > 10000)
        return 1;
    struct student *students = malloc(most * sizeof *students);
    if (!students)
        return 1;
    char line[128];
    while (n < most && fgets(line, sizeof line, stdin)) {
        struct student *s = &students[n];
        if (sscanf(line, "%31s %d %d %d", s->name, &s->marks[0], &s->marks[1], &s->marks[2]) != 4)
            continue;
        double sum = 0;
        for (int i = 0; i < 3; i++)
            sum += s->marks[i];
        s->average = sum / 3;
        n++;
    }
    qsort(students, n + 1, sizeof *students, by_average); // BUG: out-of-bounds
    for (size_t i = 0; i < n; i++)
        printf("%-32s %6.2f\n", students[i].name, students[i].average);
    free(students);
    return 0;
}
