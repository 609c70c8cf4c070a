// Clicks are handled as pastes.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { KEY, CLICK, PASTE };

struct event {
    struct event *next;
    enum kind kind;
};

struct key {
    struct event event;
    int code;
};

struct click {
    struct event event;
    long x, y;
};

struct paste {
    struct event event;
    int length;
    char text[40];
};

static struct event *read_event(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0: {
        struct key *key = malloc(sizeof *key);
        if (!key)
            return NULL;
        key->event.kind = KEY;
        key->code = __VERIFIER_nondet_int();
        return &key->event;
    }
    case 1: {
        struct click *click = malloc(sizeof *click);
        if (!click)
            return NULL;
        click->event.kind = CLICK;
        click->x = click->y = __VERIFIER_nondet_int();
        return &click->event;
    }
    default: {
        struct paste *paste = malloc(sizeof *paste);
        if (!paste)
            return NULL;
        paste->event.kind = PASTE;
        paste->length = 0;
        paste->text[39] = 0;
        return &paste->event;
    }
    }
}

static int handle(struct event *event)
{
    switch (event->kind) {
    case KEY:
        return ((struct key *)event)->code;
    case CLICK:
    case PASTE:
        return ((struct paste *)event)->text[39]; // BUG: out-of-bounds
    }
    return 0;
}

int main(void)
{
    struct event *queue = NULL;
    while (__VERIFIER_nondet_int()) {
        struct event *event = read_event();
        if (!event)
            break;
        event->next = queue;
        queue = event;
    }
    int sum = 0;
    while (queue) {
        struct event *next = queue->next;
        sum = handle(queue);
        free(queue);
        queue = next;
    }
    return sum == 0;
}
