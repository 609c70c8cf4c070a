// An error path frees what the function it calls has freed already.
// verdict: unsafe
#include <stdlib.h>

struct connection {
    char *buffer;
};

static int start(struct connection *c) {
    c->buffer = malloc(16);
    if (!c->buffer) {
        free(c);
        return -1;
    }
    return 0;
}

int main(void) {
    struct connection *c = malloc(sizeof *c);
    if (!c)
        return 1;
    if (start(c) != 0) {
        free(c); // BUG: double-free
        return 1;
    }
    free(c->buffer);
    free(c);
    return 0;
}
