// Memory of alloca that was never written is checked, and used as it was checked.
// verdict: safe
#include <alloca.h>

int main(void) {
    int table[4] = {0};
    unsigned char *index = alloca(3);
    if (index[1] < 4)
        return table[index[1]];
    return 0;
}
