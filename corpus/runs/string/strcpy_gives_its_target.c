// strcpy and strcat give their target.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[20];
    puts(strcpy(b, "ab"));
    puts(strcat(b, "cd"));
    printf("%d %zu\n", strcpy(b, "") == b, strlen(b));
    return 0;
}
