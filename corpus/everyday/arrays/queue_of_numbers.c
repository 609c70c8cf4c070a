// Carries out commands on a queue in an array of fixed size.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAP 32

struct queue {
    int items[CAP];
    int head, tail, size;
};

static int enqueue(struct queue *q, int x) {
    if (q->size == CAP)
        return 0;
    q->items[q->tail] = x;
    q->tail = (q->tail + 1) % CAP;
    q->size++;
    return 1;
}

static int dequeue(struct queue *q, int *x) {
    if (q->size == 0)
        return 0;
    *x = q->items[q->head];
    q->head = (q->head + 1) % CAP;
    q->size--;
    return 1;
}

int main(void) {
    struct queue q;
    char cmd[16];
    int x;
    memset(&q, 0, sizeof q);
    while (scanf("%15s", cmd) == 1) {
        if (strcmp(cmd, "put") == 0) {
            if (scanf("%d", &x) != 1)
                break;
            if (!enqueue(&q, x))
                printf("full\n");
        } else if (strcmp(cmd, "get") == 0) {
            if (dequeue(&q, &x))
                printf("%d\n", x);
            else
                printf("empty\n");
        } else {
            printf("?\n");
        }
    }
    return 0;
}
