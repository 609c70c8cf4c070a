// The same queue, where a job that waits may be followed by one that is done: then the second walk stops early.
// verdict: unsafe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum state { DONE = 1, WAITING, LAST };

struct job {
    enum state state;
    struct job *next;
};

static struct job *append(struct job *last, enum state state)
{
    last->state = state;
    last->next = malloc(sizeof *last->next);
    last->next->state = LAST;
    return last->next;
}

int main(void)
{
    struct job *jobs = malloc(sizeof *jobs);
    struct job *last = jobs;
    last->state = LAST;
    while (__VERIFIER_nondet_int())
        last = append(last, DONE);
    while (__VERIFIER_nondet_int())
        last = append(last, __VERIFIER_nondet_int() ? WAITING : DONE);
    // Nobody set the link of the last job.
    struct job *job = jobs;
    while (job->state == DONE)
        job = job->next;
    while (job->state == WAITING)
        job = job->next;
    assert(job->state == LAST); // BUG: assertion-failure
    while (jobs->state != LAST) {
        job = jobs->next;
        free(jobs);
        jobs = job;
    }
    free(jobs);
    return 0;
}
