// A callback frees its context, and its caller goes on using it.
// verdict: unsafe
#include <stdlib.h>

struct context {
    int runs;
    void (*callback)(struct context *);
};

static void finish(struct context *context) {
    if (context->runs == 2)
        free(context);
}

int main(void) {
    struct context *context = malloc(sizeof *context);
    if (!context)
        return 1;
    context->callback = finish;
    for (context->runs = 0; context->runs < 4; context->runs++) // BUG: use-after-free
        context->callback(context);
    return 0;
}
