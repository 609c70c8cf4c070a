// A long has 32 bits on this machine, and the sum overflows.
// verdict: unsafe
// property: no-overflow
// args: -m32
int main(void) {
    long seconds = 2147480000;
    for (int hour = 0; hour < 2; hour++)
        seconds += 3600; // BUG: signed-overflow
    return seconds < 0;
}
