// Recursion over a list of some length, each frame with an array of its own.
// verdict: safe
static int sum(const int *values, int count) {
    int copy[4] = {0};
    if (count == 0)
        return copy[3];
    copy[count % 4] = values[0];
    return copy[count % 4] + sum(values + 1, count - 1);
}

int main(void) {
    int values[200];
    for (int i = 0; i < 200; i++)
        values[i] = 1;
    return sum(values, 200) - 200;
}
