// sscanf with fixed widths.
// run: 20240131 2024-02-30 x
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        int y = 0, m = 0, d = 0;
        printf("%d ", sscanf(argv[i], "%4d%2d%2d", &y, &m, &d));
        printf("%d %d %d; ", y, m, d);
        printf("%d ", sscanf(argv[i], "%d-%d-%d", &y, &m, &d));
        printf("%d %d %d\n", y, m, d);
    }
    return 0;
}
