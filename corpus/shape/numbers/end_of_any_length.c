// A string of which only the end is known, in a block that has one byte at least, copied as far as there is room.
// verdict: safe
// paths: unbounded
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int length = __VERIFIER_nondet_int(), room = __VERIFIER_nondet_int();
    if (length < 1)
        length = 1;
    if (room < 1)
        room = 1;
    char *to = __builtin_alloca((unsigned long)room);
    char *from = __builtin_alloca((unsigned long)length);
    from[length - 1] = '\0';
    do {
        if ((*to++ = *from++) == 0)
            break;
    } while (--room != 0);
    return 0;
}
