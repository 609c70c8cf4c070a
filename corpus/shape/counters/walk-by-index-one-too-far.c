// A stack with its height as an `int`: it is walked by an index, one plate too far.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct plate {
    int weight;
    struct plate *below;
};

int main(void)
{
    struct plate *top = NULL, *plate;
    int height = 0, i, c;
    long weight = 0;
    while ((c = getchar()) != EOF) {
        plate = malloc(sizeof *plate);
        if (!plate)
            break;
        plate->weight = c;
        plate->below = top;
        top = plate;
        height++;
    }
    plate = top;
    for (i = 0; i <= height; i++) {
        weight += plate->weight; // BUG: null-deref
        plate = plate->below;
    }
    while (top) {
        plate = top->below;
        free(top);
        top = plate;
    }
    return weight > 1000;
}
