// The midpoint of a binary search is computed from the distance.
// verdict: safe
// property: no-overflow
int main(void) {
    int low = 1500000000, high = 1600000000;
    int middle = low + (high - low) / 2;
    return middle == 1550000000 ? 0 : 1;
}
