// Memory of alloca that was never written holds anything, also the index that is wrong.
// verdict: unsafe
#include <alloca.h>

int main(void) {
    int table[4] = {0};
    unsigned char *index = alloca(3);
    return table[index[1] % 5]; // BUG: out-of-bounds
}
