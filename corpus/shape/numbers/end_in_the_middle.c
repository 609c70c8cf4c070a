// As end_of_any_length.c, with the end in the middle of the block.
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
    from[length / 2] = '\0';
    do {
        if ((*to++ = *from++) == 0)
            break;
    } while (--room != 0);
    return 0;
}
