// Keeps names in a list sorted by priority; a node ends with its name.
// verdict: safe
// paths: unbounded
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    struct item *next;
    int prio;
    char name[];
};

int main(void) {
    struct item *head = NULL;
    char name[50];
    int prio;
    while (scanf("%49s %d", name, &prio) == 2) {
        size_t n = strlen(name);
        struct item *it = malloc(offsetof(struct item, name) + n + 1);
        if (!it)
            break;
        it->prio = prio;
        memcpy(it->name, name, n + 1);
        struct item **p = &head;
        while (*p && (*p)->prio <= prio)
            p = &(*p)->next;
        it->next = *p;
        *p = it;
    }
    while (head) {
        struct item *next = head->next;
        printf("%d %s\n", head->prio, head->name);
        free(head);
        head = next;
    }
    return 0;
}
