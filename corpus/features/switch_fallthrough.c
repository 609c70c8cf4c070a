// A switch whose cases fall through, with a default in the middle and ranges of values.
// verdict: safe
#include <assert.h>

static int score(int n) {
    int s = 0;
    switch (n) {
    case 3:
        s += 3;
    case 2:
        s += 2;
        break;
    default:
        s = -1;
    case 1:
        s += 1;
        break;
    case 10 ... 20:
        s = 100;
    }
    return s;
}

int main(void) {
    assert(score(3) == 5 && score(2) == 2 && score(1) == 1 && score(7) == 0);
    assert(score(10) == 100 && score(20) == 100 && score(21) == 0 && score(-2147483647) == 0);
    return 0;
}
