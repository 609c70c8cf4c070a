// A flag says whether a place in an array was found, and is asked the wrong way round.
// verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static int table[50];
    int found = 0, place = 1000, rounds = __VERIFIER_nondet_int();
    for (int round = 0; round < rounds; round++) {
        int guess = __VERIFIER_nondet_int();
        if (guess >= 0 && guess < 50) {
            found = 1;
            place = guess;
        }
    }
    return found ? 0 : table[place]; // BUG: out-of-bounds
}
