// A flag says whether a place in an array was found; without it the place is no index.
// verdict: safe
// paths: unbounded
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
    return found ? table[place] : 0;
}
