// `gets` does not know how large the buffer is.
// verdict: unsafe
char *gets(char *buffer);

int main(void) {
    char name[4];
    if (gets(name)) // BUG: out-of-bounds
        return name[0];
    return 0;
}
