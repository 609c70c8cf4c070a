// An error path frees exactly what was allocated before the failure.
// verdict: safe
#include <stdlib.h>

struct connection {
    char *in, *out;
};

static struct connection *connection(void) {
    struct connection *c = malloc(sizeof *c);
    if (!c)
        goto no_connection;
    c->in = malloc(16);
    if (!c->in)
        goto no_in;
    c->out = malloc(16);
    if (!c->out)
        goto no_out;
    return c;
no_out:
    free(c->in);
no_in:
    free(c);
no_connection:
    return NULL;
}

int main(void) {
    struct connection *c = connection();
    if (!c)
        return 1;
    free(c->out);
    free(c->in);
    free(c);
    return 0;
}
