// Bit-fields of several widths and signs, side by side in their storage units.
// verdict: safe
#include <assert.h>

struct flags {
    unsigned low : 3;
    unsigned middle : 7;
    int signed_field : 4;
    unsigned : 0;
    unsigned next_unit : 20;
    _Bool truth : 1;
};

int main(void) {
    struct flags f = {7, 100, -3, 0xfffff, 1};
    assert(f.low == 7 && f.middle == 100 && f.signed_field == -3);
    f.low++;
    assert(f.low == 0 && f.middle == 100);
    f.signed_field = 7;
    f.signed_field -= 8;
    f.next_unit += 2;
    assert(f.signed_field == -1 && f.next_unit == 1 && f.truth);
    assert(sizeof f == 8);
    return 0;
}
