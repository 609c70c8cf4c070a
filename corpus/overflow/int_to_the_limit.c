// Counts up to the largest int, and down to the smallest.
// verdict: safe
// property: no-overflow
#include <limits.h>

int main(void) {
    int i = INT_MAX - 3, j = INT_MIN + 3;
    for (int n = 0; n < 3; n++)
        i++, j--;
    return i == INT_MAX && j == INT_MIN ? 0 : 1;
}
