// Reaches the cells of a table through pointers to its rows, two of which are exchanged on the way.
// verdict: safe
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void swap(char **one, char **other) {
    char *kept = *one;
    *one = *other;
    *other = kept;
}

int main(void) {
    char cells[2][3] = {{0}};
    char *rows[2] = {cells[0], cells[1]};
    unsigned row = __VERIFIER_nondet_uchar() % 2, column = __VERIFIER_nondet_uchar() % 3;
    swap(&rows[0], &rows[1]);
    rows[row][column] = 1;
    assert(cells[1 - row][column] == 1);
    return 0;
}
