// Loops that only count, of many rounds: up and down, with wrap-around, in phases, one variable behind another.
#include <stdio.h>

static void ends(unsigned limit)
{
    unsigned x = 0, y = 7, behind = 3;
    while (x < limit) {
        behind = y;
        y += 3;
        x += 2;
    }
    printf("%u %u %u\n", x, y, behind);
}

static void phases(unsigned limit)
{
    unsigned x = 0, first = 0, second = 0;
    while (x < limit) {
        if (x < 0xffff) {
            x++;
            first++;
        } else {
            x += 2;
            second--;
        }
    }
    printf("%u %u %u\n", x, first, second);
}

int main(void)
{
    ends(30000001);
    ends(0);
    ends(5);
    phases(20000000);
    phases(100);

    unsigned wraps = 4000000000u;
    int rounds = 0;
    while (wraps >= 10) {
        wraps += 7;
        rounds++;
    }
    printf("%u %d\n", wraps, rounds);

    int down = 9000000, odd = 1;
    for (; down != -9000000; down -= 3)
        odd ^= 1;
    printf("%d %d\n", down, odd);

    int low = 0, high = 50000000;
    while (low < high) {
        low++;
        high--;
    }
    printf("%d %d\n", low, high);

    long step = 5, sum = -40000000L;
    while (sum < 60000000L)
        sum += step;
    printf("%ld\n", sum);

    unsigned char small = 0;
    short narrow = -30000;
    for (int i = 0; i < 1000000; i++) {
        small += 3;
        narrow++;
    }
    printf("%d %d\n", small, narrow);

    int last = -1;
    for (int i = 0; i < 700; i++)
        for (int j = i; j < 40000; j++)
            last = i + j;
    printf("%d\n", last);
    return 0;
}
