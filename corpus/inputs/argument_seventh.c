// A command with eight arguments, the seventh of which has to be a name.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char name[4];
    if (argc != 9 || argv[7][0] != '%' || argv[7][1] != 'q')
        return 1;
    strncpy(name, argv[7] + 1, 3);
    name[3] = 0;
    size_t length = strlen(name);
    name[length + 3] = '!'; // BUG: out-of-bounds
    printf("%c\n", name[0]);
    return 0;
}
