// The address of the last link is not reset when the queue runs empty.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define QHEAD(name, type) struct name { struct type *qh_first; struct type **qh_last; }
#define QENTRY(type) struct { struct type *qe_next; }
#define QINIT(head) \
    do { \
        (head)->qh_first = NULL; \
        (head)->qh_last = &(head)->qh_first; \
    } while (0)
#define QEMPTY(head) ((head)->qh_first == NULL)
#define QINSERT_TAIL(head, element, field) \
    do { \
        (element)->field.qe_next = NULL; \
        *(head)->qh_last = (element); \
        (head)->qh_last = &(element)->field.qe_next; \
    } while (0)
#define QREMOVE_HEAD(head, field) \
    do { \
        (head)->qh_first = (head)->qh_first->field.qe_next; \
    } while (0)
#define QCONCAT(head1, head2) \
    do { \
        if (!QEMPTY(head2)) { \
            *(head1)->qh_last = (head2)->qh_first; \
            (head1)->qh_last = (head2)->qh_last; \
            QINIT(head2); \
        } \
    } while (0)

struct packet {
    int length;
    QENTRY(packet) packets;
};

QHEAD(packet_queue, packet);

static void fill(struct packet_queue *queue)
{
    QINIT(queue);
    while (__VERIFIER_nondet_int()) {
        struct packet *packet = malloc(sizeof *packet);
        if (!packet)
            break;
        packet->length = __VERIFIER_nondet_int();
        QINSERT_TAIL(queue, packet, packets);
    }
}

int main(void)
{
    struct packet_queue incoming, outgoing;
    fill(&incoming);
    fill(&outgoing);
    QCONCAT(&outgoing, &incoming);
    while (!QEMPTY(&outgoing)) {
        struct packet *packet = outgoing.qh_first;
        QREMOVE_HEAD(&outgoing, packets);
        free(packet);
    }
    struct packet *more = malloc(sizeof *more);
    if (more)
        QINSERT_TAIL(&outgoing, more, packets); // BUG: use-after-free
    free(more);
    return 0;
}
