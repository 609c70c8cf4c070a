// Reads a line of any length into a buffer, and the terminator falls behind its end.
// verdict: unsafe
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char line[16];
    int length = 0;
    while (length < 16) {
        char c = __VERIFIER_nondet_char();
        if (c == '\n')
            break;
        line[length++] = c;
    }
    line[length] = '\0'; // BUG: out-of-bounds
    return line[0] == '#';
}
