// A setter overwrites a global string without freeing the old one.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

static char *name;

static void set_name(const char *to) {
    name = strdup(to); // BUG: leak
}

int main(void) {
    set_name("one");
    set_name("two");
    free(name);
    return 0;
}
