// The removed element is not freed.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SHEAD(name, type) struct name { struct type *sh_first; }
#define SENTRY(type) struct { struct type *se_next; }
#define SINIT(head) ((head)->sh_first = NULL)
#define SFIRST(head) ((head)->sh_first)
#define SNEXT(element, field) ((element)->field.se_next)
#define SINSERT_HEAD(head, element, field) \
    do { \
        SNEXT(element, field) = SFIRST(head); \
        SFIRST(head) = (element); \
    } while (0)
#define SINSERT_AFTER(before, element, field) \
    do { \
        SNEXT(element, field) = SNEXT(before, field); \
        SNEXT(before, field) = (element); \
    } while (0)
#define SREMOVE(head, element, type, field) \
    do { \
        if (SFIRST(head) == (element)) { \
            SFIRST(head) = SNEXT(element, field); \
        } else { \
            struct type *current = SFIRST(head); \
            while (SNEXT(current, field) != (element)) \
                current = SNEXT(current, field); \
            SNEXT(current, field) = SNEXT(element, field); \
        } \
    } while (0)
#define SFOREACH(var, head, field) for ((var) = SFIRST(head); (var); (var) = SNEXT(var, field))

struct job {
    int priority;
    SENTRY(job) jobs;
};

SHEAD(job_list, job);

int main(void)
{
    struct job_list list;
    struct job *job;
    SINIT(&list);
    while (__VERIFIER_nondet_int()) {
        job = malloc(sizeof *job);
        if (!job)
            break;
        job->priority = __VERIFIER_nondet_int();
        if (SFIRST(&list) && job->priority > 0)
            SINSERT_AFTER(SFIRST(&list), job, jobs);
        else
            SINSERT_HEAD(&list, job, jobs);
    }
    SFOREACH(job, &list, jobs) {
        if (job->priority == 3)
            break;
    }
    if (job) {
        SREMOVE(&list, job, job, jobs);
        job = NULL; // BUG: leak
    }
    while (SFIRST(&list)) {
        job = SFIRST(&list);
        SFIRST(&list) = SNEXT(job, jobs);
        free(job);
    }
    return 0;
}
