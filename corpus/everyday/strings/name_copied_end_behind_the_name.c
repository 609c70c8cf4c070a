// The end is written behind the last record.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

struct person {
    char name[16];
    int age;
};

static void person_set(struct person *person, const char *name, int age) {
    strncpy(person->name, name, sizeof person->name - 1);
    ((char *)(person + 1))[0] = '\0'; // BUG: out-of-bounds
    person->age = age;
}

int main(int argc, char **argv) {
    struct person people[4];
    int n = 0;
    for (int i = 1; i < argc && n < 4; i++)
        person_set(&people[n++], argv[i], 20 + i);
    for (int i = 0; i < n; i++)
        printf("%-16s %d %zu\n", people[i].name, people[i].age, strlen(people[i].name));
    return 0;
}
