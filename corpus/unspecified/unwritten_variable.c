// A variable that was never set has a value of its own, in each round of the loop.
// verdict: unsafe
#include <assert.h>

int main(void) {
    int last = 7;
    for (int i = 0; i < 2; i++) {
        int fresh;
        if (i == 1)
            assert(fresh == last); // BUG: assertion-failure
        last = fresh;
    }
}
