// A block that grows while it is read.
// run: <<< 5 4 3 2 1 0 9 8 7 6 5 4 3 2 1
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = NULL, x;
    size_t n = 0, room = 0;
    while (scanf("%d", &x) == 1) {
        if (n == room) {
            room = room ? room * 2 : 2;
            int *more = realloc(v, room * sizeof *v);
            if (!more) { free(v); return 1; }
            v = more;
        }
        v[n++] = x;
    }
    while (n) printf("%d ", v[--n]);
    free(v);
    return 0;
}
