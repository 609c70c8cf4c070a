// Reads a word of limited length, a number behind a comma, and a block of bytes.
// verdict: safe
#include <stdio.h>

int main(void) {
    char word[8];
    int number, counts[10] = {0};
    double ratio;
    if (scanf("%7[a-z],%d %lf", word, &number, &ratio) == 3) {
        if (number >= 0 && number < 10)
            counts[number] = word[0];
        if (ratio >= 0 && ratio < 10)
            counts[(int)ratio] = word[1];
    }
    unsigned char bytes[6];
    size_t pairs = fread(bytes, 2, 3, stdin);
    for (size_t i = 0; i < pairs; i++)
        counts[bytes[2 * i] % 10] += bytes[2 * i + 1];
    return 0;
}
