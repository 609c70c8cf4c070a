// A tagged union whose members are of several sizes, some of them owned blocks.
// verdict: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct value {
    enum { NUMBER, TEXT, PAIR } kind;
    union {
        double number;
        char *text;
        struct {
            short a, b;
        };
    };
};

static void drop(struct value *v) {
    if (v->kind == TEXT)
        free(v->text);
}

int main(void) {
    struct value values[3] = {{NUMBER, .number = 2.5}, {TEXT, .text = strdup("x")}, {PAIR, .a = 3, .b = 4}};
    assert(values[0].number == 2.5 && values[2].a + values[2].b == 7);
    for (int i = 0; i < 3; i++)
        drop(&values[i]);
    return 0;
}
