// A parser keeps its nested frames in a list on the stack; an error unwinds it.
// verdict: safe
#include <assert.h>
#include <stddef.h>

struct frame {
    struct frame *outer;
    char open;
};

static const char *parse(const char *text, struct frame *outer) {
    while (*text) {
        char c = *text++;
        if (c == '(' || c == '[') {
            struct frame here = {outer, c};
            text = parse(text, &here);
            if (!text)
                return NULL;
        } else if (c == ')' || c == ']') {
            if (!outer || (outer->open == '(') != (c == ')'))
                return NULL;
            return text;
        }
    }
    return outer ? NULL : text;
}

int main(void) {
    assert(parse("a(b[c]d)(e)", NULL));
    assert(!parse("(a]", NULL) && !parse("((a)", NULL) && !parse("a)", NULL));
    return 0;
}
