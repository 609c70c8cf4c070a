// Counts eyes of dice that show seven for some seed.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    int counts[7] = {0};
    srand(time(NULL));
    for (int i = 0; i < 3; i++)
        counts[rand() % 8]++; // BUG: out-of-bounds
    printf("%d\n", counts[6]);
    return 0;
}
