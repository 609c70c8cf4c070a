// A volatile object that may change at any time is read once, and what was read is checked.
// verdict: safe
// args: --volatile=any
volatile int level;

int main(void) {
    int table[4] = {0};
    int now = level;
    if (now >= 0 && now < 4)
        return table[now];
    return 0;
}
