// Fills a stack array to its last byte through a pointer.
// verdict: safe
static void fill(char *to, int count) {
    for (int i = 0; i < count; i++)
        to[i] = 'x';
}

int main(void) {
    char before[8] = "", small[8], after[8] = "";
    fill(small, sizeof small);
    return before[0] + after[0];
}
