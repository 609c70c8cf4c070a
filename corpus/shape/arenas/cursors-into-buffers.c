// A list of buffers, each with a pointer to the place up to which it was read; what is left is cleared at the end.
// verdict: safe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct buffer {
    struct buffer *next;
    char *at;
    char *bytes;
};

enum { SIZE = 256 };

int main(void)
{
    struct buffer *buffers = NULL;
    while (__VERIFIER_nondet_int()) {
        struct buffer *buffer = malloc(sizeof *buffer);
        if (!buffer)
            break;
        buffer->bytes = malloc(SIZE);
        if (!buffer->bytes) {
            free(buffer);
            break;
        }
        buffer->at = buffer->bytes + __VERIFIER_nondet_uint() % (SIZE + 1);
        buffer->next = buffers;
        buffers = buffer;
    }
    while (buffers) {
        struct buffer *next = buffers->next;
        size_t left = (size_t)(buffers->bytes + SIZE - buffers->at);
        assert(left <= SIZE);
        memset(buffers->at, 0, left);
        free(buffers->bytes);
        free(buffers);
        buffers = next;
    }
    return 0;
}
