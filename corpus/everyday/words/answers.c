// Asks for answers and compares them, without case and blanks, with what is expected.
// verdict: safe
// paths: unbounded
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
        for (size_t i = 0; i < 3; i++)
            if (strcmp(line, expected[i]) == 0)
                counts[i]++;
    }
    for (size_t i = 0; i < 3; i++)
        printf("%s: %u\n", expected[i], counts[i]);
    return 0;
}
