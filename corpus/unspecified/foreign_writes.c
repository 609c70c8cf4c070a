// A function that nobody defines changes what its argument points to.
// verdict: safe
// args: --extern=havoc
int sensor_state(int *count);

int main(void) {
    int table[8] = {0}, count = 3;
    sensor_state(&count);
    if (count < 0 || count > 7)
        return 1;
    return table[count];
}
