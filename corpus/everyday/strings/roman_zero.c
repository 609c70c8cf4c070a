// Zero goes through all steps and beyond.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 15

static const struct {
    int value;
    const char *digits;
} steps[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
             {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};

static void roman(int number, char *out) {
    size_t step = 0;
    *out = '\0';
    while (number != 0) {
        if (number >= steps[step].value) { // BUG: out-of-bounds
            strcat(out, steps[step].digits);
            number -= steps[step].value;
        } else {
            step++;
        }
    }
}

int main(int argc, char **argv) {
    char text[LONGEST + 1];
    for (int i = 1; i < argc; i++) {
        int number = atoi(argv[i]);
        if (number > 3999)
            continue;
        roman(number, text);
        puts(text);
    }
    return 0;
}
