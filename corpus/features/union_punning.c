// Reads the bytes of a value through another member of a union.
// verdict: safe
#include <assert.h>
#include <stdint.h>

union word {
    uint32_t whole;
    uint16_t halves[2];
    uint8_t bytes[4];
    float real;
};

int main(void) {
    union word w = {.whole = 0x3f800000};
    assert(w.real == 1.0f);
    w.bytes[3] = 0xbf;
    assert(w.real == -1.0f && w.halves[1] == 0xbf80);
    w.real = 2.0f;
    assert(w.whole == 0x40000000);
    return 0;
}
