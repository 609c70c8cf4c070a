// The next observer is read after the notification.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct subject;

struct observer {
    struct observer *next;
    void (*notify)(struct subject *subject, struct observer *self);
    int seen;
};

struct subject {
    struct observer *observers;
};

static void subscribe(struct subject *subject, void (*notify)(struct subject *, struct observer *))
{
    struct observer *observer = malloc(sizeof *observer);
    if (!observer)
        return;
    observer->notify = notify;
    observer->seen = 0;
    observer->next = subject->observers;
    subject->observers = observer;
}

static void unsubscribe(struct subject *subject, struct observer *observer)
{
    struct observer **link = &subject->observers;
    while (*link != observer)
        link = &(*link)->next;
    *link = observer->next;
    free(observer);
}

static void count(struct subject *subject, struct observer *self)
{
    (void)subject;
    self->seen++;
}

static void once(struct subject *subject, struct observer *self)
{
    unsubscribe(subject, self);
}

int main(void)
{
    struct subject subject = { NULL };
    while (__VERIFIER_nondet_int())
        subscribe(&subject, __VERIFIER_nondet_int() ? count : once);
    struct observer *observer = subject.observers;
    while (observer) {
        observer->notify(&subject, observer);
        observer = observer->next; // BUG: use-after-free
    }
    while (subject.observers)
        unsubscribe(&subject, subject.observers);
    return 0;
}
