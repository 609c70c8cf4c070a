// A function that nobody defines has no effect, the user says.
// verdict: safe
// args: --extern=pure
int sensor_state(int *count);

int main(void) {
    int table[8] = {0}, count = 3;
    sensor_state(&count);
    return table[count];
}
