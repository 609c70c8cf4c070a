// Compares answers with one more than are expected.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const expected[] = {"yes", "no", "perhaps"};

static void simplify(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++)
        if (!isspace((unsigned char)*from))
            *to++ = (char)tolower((unsigned char)*from);
    *to = '\0';
}

int main(void) {
    unsigned counts[3] = {0, 0, 0};
    char line[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        simplify(line);
        for (size_t i = 0; i <= 3; i++)
            if (strcmp(line, expected[i]) == 0) // BUG: out-of-bounds
                counts[i]++;
    }
    for (size_t i = 0; i < 3; i++)
        printf("%s: %u\n", expected[i], counts[i]);
    return 0;
}
