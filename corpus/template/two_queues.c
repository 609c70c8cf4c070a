// Packets are sorted into two queues by size and urgency, and each queue holds only what belongs there.
// verdict: safe
// property: unreach-call
// malloc: ok
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct packet {
    unsigned size;
    int urgent;
};

struct node {
    struct packet packet;
    struct node *next;
};

static struct packet receive(void)
{
    struct packet packet;
    packet.size = (unsigned)__VERIFIER_nondet_int();
    packet.urgent = __VERIFIER_nondet_int() != 0;
    return packet;
}

static void add(struct node **queue, struct packet packet)
{
    struct node *node = malloc(sizeof *node);
    node->packet = packet;
    node->next = *queue;
    *queue = node;
}

int main(void)
{
    struct node *first = NULL, *second = NULL;
    while (__VERIFIER_nondet_int()) {
        struct packet packet = receive();
        if (packet.size == 0)
            continue;
        if (packet.urgent)
            add(&first, packet);
        else if (packet.size < 500)
            add(&first, packet);
        else
            add(&second, packet);
    }
    for (struct node *node = first; node; node = node->next)
        if (!node->packet.urgent && node->packet.size >= 500)
            __VERIFIER_error();
    for (struct node *node = second; node; node = node->next)
        if (node->packet.urgent || node->packet.size < 500)
            __VERIFIER_error();
    return 0;
}
