// The result of a function that nobody defines is checked.
// verdict: safe
// args: --extern=pure
int sensor_read(int channel);

int main(void) {
    int table[8] = {0};
    int value = sensor_read(3);
    if (value < 0 || value > 7)
        return 1;
    return table[value];
}
