// Concatenates files; a dash stands for the standard input, and is called so in messages.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

static int concat(FILE *file, const char *name)
{
    int c;
    while ((c = getc(file)) != EOF)
        putchar(c);
    if (ferror(file)) {
        fprintf(stderr, "%s: cannot be read\n", name);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    if (argc < 2)
        return concat(stdin, "<stdin>");
    for (argv++; *argv; argv++) {
        FILE *file = stdin;
        if (!strcmp(*argv, "-")) {
            *argv = "<stdin>";
        } else if (!(file = fopen(*argv, "r"))) {
            fprintf(stderr, "%s: cannot be opened\n", *argv);
            failed = 1;
            continue;
        }
        failed |= concat(file, *argv);
        if (file != stdin)
            fclose(file);
    }
    return failed;
}
