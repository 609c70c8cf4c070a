// The waiting time of every process in a queue is at least one.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct process {
    int time;
    struct process *next;
};

static void tick(struct process **queue)
{
    struct process *before = NULL;
    for (struct process *process = *queue; process; process = process->next) {
        if (process->time == 1) {
            if (before)
                before->next = process->next;
            else
                *queue = process->next;
        } else {
            process->time--;
        }
        before = process;
    }
}

int main(void)
{
    struct process *queue = NULL;
    int time = 1;
    while (__VERIFIER_nondet_int()) {
        if (time < 1000 && __VERIFIER_nondet_int()) {
            struct process *process = malloc(sizeof *process);
            process->time = time++;
            process->next = queue;
            queue = process;
        } else if (time > 1) {
            tick(&queue);
            time--;
        }
        for (struct process *process = queue; process; process = process->next)
            if (process->time < 1)
                __VERIFIER_error();
    }
    return 0;
}
