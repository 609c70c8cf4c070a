// The error stands behind a function that nobody defines, and depends on its result.
// verdict: unsafe
// sanitizers: blind, because the program cannot be linked
int sensor_read(int channel);

int main(void) {
    int table[8] = {0};
    int value = sensor_read(3);
    if (value < 0)
        return 1;
    return table[value]; // BUG: out-of-bounds
}
