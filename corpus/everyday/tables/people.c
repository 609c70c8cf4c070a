// A table of people in global memory: a counter says how many places are in use, each of which owns two texts.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100

struct person {
    char *name;
    char *mail;
    int age;
};

static struct person people[MOST];
static int count;

static int add(const char *name, const char *mail, int age)
{
    if (count == MOST)
        return -1;
    char *a = strdup(name), *b = strdup(mail);
    if (!a || !b) {
        free(a);
        free(b);
        return -1;
    }
    people[count].name = a;
    people[count].mail = b;
    people[count].age = age;
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
