// Returns from inside nested scopes whose variables have had their addresses taken.
// verdict: safe
static int *smallest(int *a, int *b) {
    return *a < *b ? a : b;
}

static int search(int limit) {
    for (int i = 0; i < limit; i++) {
        int square = i * i;
        {
            int cube = square * i;
            if (*smallest(&cube, &limit) == limit)
                return *smallest(&square, &cube);
        }
    }
    return -1;
}

int main(void) {
    return search(20) == 9 ? 0 : 1;
}
