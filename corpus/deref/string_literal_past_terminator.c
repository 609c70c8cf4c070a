// Reads on after the terminator of a string literal.
// verdict: unsafe
int main(void) {
    const char *text = "abc";
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += text[i]; // BUG: out-of-bounds
    return sum;
}
