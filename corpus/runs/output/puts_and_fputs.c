// Ends of lines with puts, fputs and fwrite.
#include <stdio.h>

int main(void) {
    puts("");
    fputs("a", stdout);
    fputc('b', stdout);
    putc('c', stdout);
    putchar('\n');
    printf("%zu", fwrite("hello", 2, 2, stdout));
    printf("%zu %zu\n", fwrite("x", 0, 5, stdout), fwrite("x", 1, 0, stdout));
    fflush(stdout);
    return 0;
}
