// A volatile object that nobody else changes holds what was written.
// verdict: safe
volatile int level;

int main(void) {
    int table[4] = {0};
    level = 3;
    return table[level];
}
