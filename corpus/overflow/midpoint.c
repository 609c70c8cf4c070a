// The midpoint of a binary search overflows for large indices.
// verdict: unsafe
// property: no-overflow
int main(void) {
    int low = 1500000000, high = 1600000000;
    int middle = (low + high) / 2; // BUG: signed-overflow
    return middle < low;
}
