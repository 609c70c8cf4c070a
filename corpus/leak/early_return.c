// An early return skips the free.
// verdict: unsafe
#include <stdlib.h>

static int parse(const char *text) {
    char *copy = malloc(8);
    if (!copy)
        return -1;
    if (text[0] == '#')
        return 0;
    copy[0] = text[0];
    int value = copy[0];
    free(copy);
    return value;
} // BUG: leak

int main(void) {
    return parse("a") + parse("#") < 0;
}
