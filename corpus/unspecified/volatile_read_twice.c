// A volatile object that may change at any time is read twice.
// verdict: unsafe
// args: --volatile=any
// sanitizers: blind, because nothing changes the object
volatile int level;

int main(void) {
    int table[4] = {0};
    if (level >= 0 && level < 4)
        return table[level]; // BUG: out-of-bounds
    return 0;
}
