// A long name has no end.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

struct person {
    int age;
    char name[16];
};

static void person_set(struct person *person, const char *name, int age) {
    strncpy(person->name, name, sizeof person->name);
    person->age = age;
}

int main(int argc, char **argv) {
    struct person people[4];
    int n = 0;
    for (int i = 1; i < argc && n < 4; i++)
        person_set(&people[n++], argv[i], 20 + i);
    for (int i = 0; i < n; i++)
        printf("%-16s %d %zu\n", people[i].name, people[i].age, strlen(people[i].name)); // BUG: out-of-bounds
    return 0;
}
