// A setter frees the old string, also when the program ends.
// verdict: safe
#include <stdlib.h>
#include <string.h>

static char *name;

static void set_name(const char *to) {
    free(name);
    name = to ? strdup(to) : NULL;
}

int main(void) {
    set_name("one");
    set_name("two");
    set_name(NULL);
    return 0;
}
