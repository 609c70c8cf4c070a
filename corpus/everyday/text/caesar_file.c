// Shifts the letters of a file by a key from the arguments and writes another one.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz";
    if (argc != 4)
        return 2;
    int key = atoi(argv[1]) % 26;
    if (key < 0)
        key += 26;
    FILE *in = fopen(argv[2], "r");
    if (in == NULL)
        return 1;
    FILE *out = fopen(argv[3], "w");
    if (out == NULL) {
        fclose(in);
        return 1;
    }
    int c;
    while ((c = fgetc(in)) != EOF) {
        if (c >= 'a' && c <= 'z')
            c = alphabet[(c - 'a' + key) % 26];
        else if (c >= 'A' && c <= 'Z')
            c = toupper(alphabet[(c - 'A' + key) % 26]);
        fputc(c, out);
    }
    fclose(in);
    fclose(out);
    return 0;
}
