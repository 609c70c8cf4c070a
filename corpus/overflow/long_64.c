// A long has 64 bits on this machine, and the sum fits.
// verdict: safe
// property: no-overflow
int main(void) {
    long seconds = 2147480000;
    for (int hour = 0; hour < 2; hour++)
        seconds += 3600;
    return seconds == 2147487200 ? 0 : 1;
}
