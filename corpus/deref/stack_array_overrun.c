// Writes past a stack array into whatever lies next to it.
// verdict: unsafe
static void fill(char *to, int count) {
    for (int i = 0; i < count; i++)
        to[i] = 'x'; // BUG: out-of-bounds
}

int main(void) {
    char before[8] = "", small[8], after[8] = "";
    fill(small, 8);
    fill(small, 9);
    return before[0] + after[0];
}
