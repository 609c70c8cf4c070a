// Counts the groups of people who know each other, and takes the number of people for one of them.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

static int *parent;

static int find(int person) {
    while (parent[person] != person) { // BUG: out-of-bounds
        parent[person] = parent[parent[person]]; // BUG: out-of-bounds
        person = parent[person];
    }
    return person;
}

int main(void) {
    int people, one, other;
    if (scanf("%d", &people) != 1 || people <= 0 || people > 1000000)
        return 1;
    parent = malloc(people * sizeof *parent);
    if (!parent)
        return 1;
    for (int i = 0; i < people; i++)
        parent[i] = i;
    int groups = people;
    while (scanf("%d %d", &one, &other) == 2) {
        if (one < 0 || one > people || other < 0 || other >= people)
            continue;
        int a = find(one), b = find(other);
        if (a != b) {
            parent[a] = b; // BUG: out-of-bounds
            groups--;
        }
    }
    printf("%d\n", groups);
    free(parent);
    return 0;
}
