// fscanf on a stream that reads memory.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[20] = "12 34";
    int x = 0, y = 0;
    FILE *in = fmemopen(b, strlen(b), "r");
    if (!in) return 1;
    printf("%d ", fscanf(in, "%d %d", &x, &y));
    printf("%d %d %d\n", x, y, fgetc(in));
    fclose(in);
    return 0;
}
