// A table of people that takes one more than there is room for.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 3

struct person {
    char *name;
    char *mail;
    int age;
};

static struct person people[MOST];
static int count;

static int add(const char *name, const char *mail, int age)
{
    if (count > MOST)
        return -1;
    char *a = strdup(name), *b = strdup(mail);
    if (!a || !b) {
        free(a);
        free(b);
        return -1;
    }
    people[count].name = a; // BUG: out-of-bounds
    people[count].mail = b; // BUG: out-of-bounds
    people[count].age = age; // BUG: out-of-bounds
    count++;
    return 0;
}

int main(void)
{
    char name[32], mail[32];
    int age;

    while (scanf("%31s %31s %d", name, mail, &age) == 3)
        if (add(name, mail, age))
            break;
    for (int i = 0; i < count; i++)
        printf("%s <%s> %d\n", people[i].name, people[i].mail, people[i].age);
    for (int i = 0; i < count; i++) {
        free(people[i].name);
        free(people[i].mail);
    }
    return 0;
}
