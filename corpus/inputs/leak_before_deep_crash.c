// Every execution loses a block at its end; an expression with an operator too many also reads through null. The first
// error does not hide the second.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char **operands = calloc(argc, sizeof *operands);
    int count = 0, minus = 0, plus = 0;
    if (!operands)
        return 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--minus") == 0)
            minus++;
        else if (strcmp(argv[i], "--plus") == 0)
            plus++;
        else
            operands[count++] = argv[i];
    }
    if (minus == 2 && plus == 1 && count == 2)
        printf("%zu\n", strlen(operands[count])); // BUG: null-deref
    return 0;
} // BUG: leak
