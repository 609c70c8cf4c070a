// Reads a line of any length into a buffer and stops in time.
// verdict: safe
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char line[16];
    int length = 0;
    for (;;) {
        char c = __VERIFIER_nondet_char();
        if (c == '\n' || length == 15)
            break;
        line[length++] = c;
    }
    line[length] = '\0';
    return line[0] == '#';
}
