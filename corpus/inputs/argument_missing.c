// Reads the first argument without checking that there is one.
// verdict: unsafe
int main(int argc, char **argv) {
    (void)argc;
    return argv[1][0] == '-'; // BUG: null-deref
}
