// A queue with a tail pointer: jobs are read, and done in turn.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    struct job *next;
    char what[32];
};

struct queue {
    struct job *first, **end;
};

static int put(struct queue *queue, const char *what) {
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 0;
    job->next = NULL;
    snprintf(job->what, sizeof job->what, "%s", what);
    *queue->end = job;
    queue->end = &job->next;
    return 1;
}

static struct job *get(struct queue *queue) {
    struct job *job = queue->first;
    if (!job)
        return NULL;
    queue->first = job->next;
    if (!queue->first)
        queue->end = &queue->first;
    return job;
}

int main(void) {
    struct queue queue = {NULL, &queue.first};
    char line[100];
    struct job *job;
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] != '.') {
            if (!put(&queue, line))
                break;
        } else if ((job = get(&queue)) != NULL) {
            printf("doing %s", job->what);
            free(job);
        }
    }
    while ((job = get(&queue)) != NULL)
        free(job);
    return 0;
}
