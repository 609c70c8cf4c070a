// The smallest number divided by -1 wraps around where overflows are not looked for.
// verdict: safe
#include <limits.h>

static int table[2] = {1, 2};

int main(int argc, char **argv) {
    (void)argv;
    int divisor = argc > 100 ? -1 : 2;
    int half = INT_MIN / divisor;
    return half < 0 ? table[0] : table[1];
}
