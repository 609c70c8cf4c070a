// The end of the input before a value is stored is an end, even behind what was skipped.
// run: <<< 12
// run: <<< 12 x
#include <stdio.h>

int main(void) {
    int x = 0;
    printf("%d %d\n", sscanf("7", "%*d%d", &x), sscanf("7 q", "%*d%d", &x));
    printf("%d\n", scanf("%*d%d", &x));
    return 0;
}
