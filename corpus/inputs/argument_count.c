// With four arguments a counter runs over its array.
// verdict: unsafe
int main(int argc, char **argv) {
    char seen[5] = {0};
    for (int i = 0; i < argc && argv[i]; i++)
        seen[i] = 1; // BUG: out-of-bounds
    return seen[0] - 1;
}
