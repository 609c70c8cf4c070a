// The tag of a union says text where a number is stored, and the number is freed.
// verdict: unsafe
#include <stdlib.h>

struct value {
    enum { NUMBER, TEXT } kind;
    union {
        long number;
        char *text;
    };
};

static void drop(struct value *v) {
    if (v->kind == TEXT)
        free(v->text); // BUG: invalid-free
}

int main(void) {
    struct value v = {NUMBER, .number = 123456789};
    drop(&v);
    v.kind = TEXT;
    drop(&v);
    return 0;
}
