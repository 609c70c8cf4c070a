// A union of numbers of different sizes: each is part of the other.
// command: prove
// functions: 3
#include <stdint.h>
#include <string.h>
union word { uint32_t whole; uint8_t bytes[4]; uint16_t halves[2]; };
/*@ requires \valid(w);
    assigns {&w->whole};
    ensures \result == 0x34 && w->halves[1] == 0xabcd; */
int low(union word *w)
{
    w->whole = 0xabcd1234;
    return w->bytes[0];
}
/*@ requires \valid(w);
    assigns {&w->whole}, {&w->bytes[2]};
    ensures \result == 0xab771234; */
uint32_t patch(union word *w)
{
    w->whole = 0xabcd1234;
    w->bytes[2] = 0x77;
    return w->whole;
}
/*@ requires \valid(w);
    assigns {&w->whole}, {&w->halves[1]};
    ensures \result == 0x00011234; */
uint32_t high(union word *w)
{
    w->whole = 0xabcd1234;
    w->halves[1] = 1;
    return w->whole;
}
