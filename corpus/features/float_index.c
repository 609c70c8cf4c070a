// Computes an index in floating point and rounds it beyond the table.
// verdict: unsafe
static int histogram[4];

static void count(double share) {
    int slot = (int)(share * 4 + 0.5);
    histogram[slot]++; // BUG: out-of-bounds
}

int main(void) {
    count(0.0);
    count(0.5);
    count(0.9);
    return 0;
}
