// Stores a pointer at an odd address, in a packed struct.
// verdict: safe
#include <stdlib.h>

struct __attribute__((packed)) message {
    char tag;
    int *payload;
};

int main(void) {
    struct message *m = malloc(sizeof *m);
    if (!m)
        return 1;
    m->tag = 'x';
    m->payload = malloc(sizeof(int));
    if (m->payload)
        *m->payload = 5;
    free(m->payload);
    free(m);
    return 0;
}
