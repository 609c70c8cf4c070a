// Looks up amounts below zero.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static const int coins[] = {1, 2, 5, 10, 20, 50};
    int amount = argc > 1 ? atoi(argv[1]) : 99;
    if (amount < 0 || amount > 100000)
        return 1;
    int *least = malloc((amount + 1) * sizeof *least);
    if (!least)
        return 1;
    least[0] = 0;
    for (int a = 1; a <= amount; a++) {
        least[a] = a;
        for (int c = 0; c < 6; c++)
            if (least[a - coins[c]] + 1 < least[a]) // BUG: out-of-bounds
                least[a] = least[a - coins[c]] + 1;
    }
    printf("%d\n", least[amount]);
    free(least);
    return 0;
}
