// Indexes an array with a random number whose range is one too large; the clock seeds the generator.
// verdict: unsafe
#include <stdlib.h>
#include <time.h>

int main(void) {
    int a[6] = {0};
    srand((unsigned)time(NULL));
    for (int i = 0; i < 3; i++)
        a[rand() % 7]++; // BUG: out-of-bounds
    return a[0] > 3;
}
