// The product of a hash function exceeds an int.
// verdict: unsafe
// property: no-overflow
static int hash(const char *text) {
    int h = 7;
    while (*text)
        h = h * 31 + *text++; // BUG: signed-overflow
    return h;
}

int main(void) {
    return hash("abc") == hash("a longer text");
}
