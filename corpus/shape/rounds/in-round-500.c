// A loop that goes round 2^32 times writes behind an array in round 500.
// verdict: unsafe
#include <stdlib.h>

int main(void)
{
    int squares[500];
    for (int i = 0; i != -1; i++) {
        squares[i] = i * i; // BUG: out-of-bounds
    }
    return squares[0];
}
