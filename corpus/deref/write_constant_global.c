// Casts const away and writes to a constant table.
// verdict: unsafe
static const int limits[] = {1, 2, 3};

static void raise_all(int *values, int count) {
    for (int i = 0; i < count; i++)
        values[i]++; // BUG: invalid-pointer
}

int main(void) {
    raise_all((int *)limits, 3);
    return limits[0];
}
