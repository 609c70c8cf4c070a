// The ring is freed starting with the node that ends the walk.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct slot {
    struct slot *next;
    int full;
    int value;
};

static struct slot *new_slot(void)
{
    struct slot *slot = malloc(sizeof *slot);
    if (slot) {
        slot->full = 0;
        slot->value = 0;
    }
    return slot;
}

int main(void)
{
    struct slot *writer = new_slot();
    if (!writer)
        return 1;
    writer->next = writer;
    struct slot *reader = writer;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (writer->full) {
                struct slot *slot = new_slot();
                if (!slot)
                    break;
                slot->next = writer->next;
                writer->next = slot;
                writer = slot;
            }
            writer->value = __VERIFIER_nondet_int();
            writer->full = 1;
            writer = writer->next;
        } else if (reader->full) {
            reader->full = 0;
            reader = reader->next;
        }
    }
    struct slot *slot = writer;
    do {
        struct slot *next = slot->next;
        free(slot);
        slot = next;
    } while (slot->next != writer->next); // BUG: use-after-free
    return 0;
}
