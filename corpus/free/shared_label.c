// Two structs share a string, and destroying both frees it twice.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct widget {
    char *label;
};

static struct widget *widget(char *label) {
    struct widget *w = malloc(sizeof *w);
    w->label = label;
    return w;
}

static void destroy(struct widget *w) {
    free(w->label); // BUG: double-free
    free(w);
}

int main(void) {
    char *label = malloc(8);
    struct widget *a = widget(label), *b = widget(label);
    destroy(a);
    destroy(b);
    return 0;
}
