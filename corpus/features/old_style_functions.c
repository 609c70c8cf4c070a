// A function defined without a prototype is called with promoted arguments.
// verdict: safe
// args: -std=gnu89
#include <assert.h>

int scale(c, s, f)
char c;
short s;
float f;
{
    return (int)(c * s * f);
}

int main(void) {
    char c = 3;
    short s = 5;
    assert(scale(c, s, 2.0) == 30);
    return 0;
}
