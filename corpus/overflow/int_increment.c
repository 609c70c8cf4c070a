// Counts up beyond the largest int.
// verdict: unsafe
// property: no-overflow
#include <limits.h>

int main(void) {
    int i = INT_MAX - 2;
    for (int n = 0; n < 3; n++)
        i++; // BUG: signed-overflow
    return i == 0;
}
