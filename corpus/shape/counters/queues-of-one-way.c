// Four queues of nodes that are linked one way only, each with its first and its last node and a length. Any of them may
// be empty while others are not.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct job {
    int number;
    struct job *next;
};

struct queue {
    struct job *head;
    struct job *tail;
    int length;
};

static void put(struct queue *queue, int number)
{
    struct job *job = malloc(sizeof *job);
    if (!job)
        exit(1);
    job->number = number;
    job->next = NULL;
    if (queue->tail)
        queue->tail->next = job;
    else
        queue->head = job;
    queue->tail = job;
    queue->length++;
}

static void drop_first(struct queue *queue)
{
    struct job *job = queue->head;
    if (!job)
        return;
    queue->head = job->next;
    if (!queue->head)
        queue->tail = NULL;
    queue->length--;
    free(job);
}

static void clear(struct queue *queue)
{
    while (queue->head) {
        struct job *next = queue->head->next;
        free(queue->head);
        queue->head = next;
    }
    queue->tail = NULL;
    queue->length = 0;
}

int main(void)
{
    struct queue low = { NULL, NULL, 0 }, normal = { NULL, NULL, 0 };
    struct queue high = { NULL, NULL, 0 }, done = { NULL, NULL, 0 };
    int c;
    while ((c = getchar()) != EOF) {
        switch (c) {
        case 'l': put(&low, c); break;
        case 'n': put(&normal, c); break;
        case 'h': put(&high, c); break;
        case 'd': put(&done, c); break;
        case 'L': drop_first(&low); break;
        case 'N': drop_first(&normal); break;
        case 'H': drop_first(&high); break;
        case 'D': drop_first(&done); break;
        }
    }
    clear(&low);
    clear(&normal);
    clear(&high);
    clear(&done);
    return 0;
}
