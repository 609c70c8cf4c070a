// The loop looks at the null pointer behind the last argument.
// verdict: unsafe
#include <stdio.h>

int main(int argc, char **argv) {
    int dashes = 0;
    for (int i = 1; i <= argc; i++)
        if (argv[i][0] == '-') // BUG: null-deref
            dashes++;
    printf("%d\n", dashes);
    return 0;
}
