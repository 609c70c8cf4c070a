/* C++'s operator new. Where memory is short it throws, and without a handler that ends the program. */
#include "libc.h"

#if __SIZEOF_POINTER__ == 8
#define NEW _Znwm
#define NEW_ARRAY _Znam
#else
#define NEW _Znwj
#define NEW_ARRAY _Znaj
#endif

void *NEW(size_t size) {
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

void *NEW_ARRAY(size_t size) {
    return NEW(size);
}
