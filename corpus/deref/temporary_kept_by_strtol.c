// strtol stores where it stopped: in a temporary, which is gone in the next statement.
// verdict: unsafe
// sanitizers: blind, because compilers keep temporaries until the end of the block
#include <stdlib.h>

struct text {
    char bytes[8];
};

static struct text number(void)
{
    struct text text = {"12x"};

    return text;
}

int main(void)
{
    char *end;
    long value = strtol(number().bytes, &end, 10);

    return (int)value + *end; // BUG: use-after-scope
}
