// A character that is put back is read again, and what is put back at the end ends later.
// verdict: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
    int first = getchar();
    if (first == EOF) {
        assert(ungetc(EOF, stdin) == EOF);
        return 0;
    }
    assert(ungetc(first, stdin) == first);
    assert(getchar() == first);
    return 0;
}
