// The zero at the end of an argument is written over, and the argument is printed.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    argv[1][strlen(argv[1])] = '!';
    puts(argv[1]); // BUG: out-of-bounds
    return 0;
}
