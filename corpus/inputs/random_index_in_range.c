// Indexes an array with a random number of the right range; the clock seeds the generator.
// verdict: safe
#include <stdlib.h>
#include <time.h>

int main(void) {
    int a[6] = {0};
    srand((unsigned)time(NULL));
    for (int i = 0; i < 3; i++)
        a[rand() % 6]++;
    return a[0] > 3;
}
