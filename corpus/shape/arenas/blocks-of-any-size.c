// A list of buffers, each of a size of its own that it keeps in its header.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct buffer {
    size_t size;
    struct buffer *next;
    unsigned char data[];
};

int main(void)
{
    struct buffer *buffers = NULL;
    while (__VERIFIER_nondet_int()) {
        size_t size = __VERIFIER_nondet_uint() % 1000;
        struct buffer *buffer = malloc(sizeof *buffer + size);
        if (!buffer)
            break;
        buffer->size = size;
        buffer->next = buffers;
        buffers = buffer;
    }
    while (buffers) {
        struct buffer *next = buffers->next;
        size_t at = __VERIFIER_nondet_uint();
        if (at < buffers->size)
            buffers->data[at] = 1;
        free(buffers);
        buffers = next;
    }
    return 0;
}
