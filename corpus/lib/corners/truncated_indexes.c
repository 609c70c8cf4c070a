// Indexes that are cut to fewer bits: harmless where the number fits.
// command: lib
// functions: 3
// requires: pad: s != NULL
// requires: pick: s != NULL
struct digest {
    unsigned long length;
    unsigned char buffer[64];
};

void pad(struct digest *s)
{
    unsigned at = s->length % 64;
    s->buffer[at] = 0x80;
}

unsigned char pick(struct digest *s, unsigned long number)
{
    if (number >= 64)
        return 0;
    unsigned char at = (unsigned char)number;
    return s->buffer[at];
}

unsigned char pick_too_far(struct digest *s, unsigned long number)
{
    unsigned at = (unsigned)(number % 65);
    return s->buffer[at]; // BUG: pick_too_far: one element behind the last
}
