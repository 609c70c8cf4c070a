// While the queue is purged the next request is looked up in the one just freed.
// verdict: unsafe
// paths: unbounded
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define PACKET 12
#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct link {
    struct link *next, *prev;
};

struct request {
    unsigned char packet[PACKET];
    struct link link;
    char *buffer;
    int urgent;
};

struct drive {
    struct link queue;
    struct request *current;
    int changed;
};

static struct drive drive;

static void queue_init(struct link *queue)
{
    queue->next = queue;
    queue->prev = queue;
}

static int queue_is_empty(struct link *queue)
{
    return queue->next == queue;
}

static void link_between(struct link *entry, struct link *before, struct link *after)
{
    entry->prev = before;
    entry->next = after;
    before->next = entry;
    after->prev = entry;
}

static void unlink_entry(struct link *entry)
{
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
    entry->next = entry->prev = NULL;
}

static struct request *new_request(int command)
{
    struct request *request = malloc(sizeof *request);
    if (!request)
        return NULL;
    request->buffer = malloc(16);
    if (!request->buffer) {
        free(request);
        return NULL;
    }
    for (int i = 0; i < PACKET; i++)
        request->packet[i] = 0;
    request->packet[0] = (unsigned char)command;
    request->urgent = command < 0;
    return request;
}

static void free_request(struct request *request)
{
    free(request->buffer);
    free(request);
}

static void add_request(struct request *request)
{
    link_between(&request->link, drive.queue.prev, &drive.queue);
}

/* Behind the urgent requests that wait already. */
static void insert_request(struct request *request)
{
    struct link *at = drive.queue.next;
    while (at != &drive.queue && container_of(at, struct request, link)->urgent)
        at = at->next;
    link_between(&request->link, at->prev, at);
}

static void start_next(void)
{
    if (drive.current || queue_is_empty(&drive.queue))
        return;
    struct request *request = container_of(drive.queue.next, struct request, link);
    unlink_entry(&request->link);
    drive.current = request;
}

static void interrupt(void)
{
    struct request *request = drive.current;
    if (!request)
        return;
    request->buffer[request->packet[0] & 15] = 1;
    drive.current = NULL;
    free_request(request);
}

/* The first request with a command. */
static void remove_request(int command)
{
    for (struct link *at = drive.queue.next; at != &drive.queue; at = at->next) {
        struct request *request = container_of(at, struct request, link);
        if (request->packet[0] == command) {
            unlink_entry(at);
            free_request(request);
            return;
        }
    }
}

static void purge(void)
{
    struct link *at = drive.queue.next;
    while (at != &drive.queue) {
        struct request *request = container_of(at, struct request, link);
        struct link *next = at->next;
        if (drive.changed || !request->urgent) {
            at->prev->next = at->next;
            at->next->prev = at->prev;
            free_request(request);
            next = at->next; // BUG: use-after-free
        }
        at = next;
    }
}

int main(void)
{
    queue_init(&drive.queue);
    for (;;) {
        int event = __VERIFIER_nondet_int();
        struct request *request;
        if (event == 0)
            break;
        switch (event) {
        case 1:
            request = new_request(__VERIFIER_nondet_int());
            if (request)
                add_request(request);
            break;
        case 2:
            request = new_request(__VERIFIER_nondet_int());
            if (request)
                insert_request(request);
            break;
        case 3:
            start_next();
            break;
        case 4:
            interrupt();
            break;
        case 5:
            remove_request(__VERIFIER_nondet_int());
            break;
        default:
            drive.changed = __VERIFIER_nondet_int();
            purge();
        }
    }
    interrupt();
    while (!queue_is_empty(&drive.queue)) {
        start_next();
        interrupt();
    }
    return 0;
}
