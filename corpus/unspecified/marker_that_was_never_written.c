// A number that was never written is put into an array that was not written either, and is found at its place or before.
// verdict: safe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    int place = __VERIFIER_nondet_int();
    if (count <= 0 || count > 100000 || place < 0 || place >= count)
        return 0;
    int *numbers = malloc(count * sizeof *numbers);
    if (!numbers)
        return 1;
    int marker;
    numbers[place] = marker;
    int i = 0;
    while (numbers[i] != marker)
        i++;
    assert(i <= place);
    free(numbers);
    return 0;
}
