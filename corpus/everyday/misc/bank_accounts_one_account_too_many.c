// The accounts are counted from one.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

#define ACCOUNTS 10

static long balance[ACCOUNTS];

static int valid(int account) {
    return account >= 1 && account <= ACCOUNTS;
}

int main(void) {
    char line[64];
    int from, to, amount;
    while (fgets(line, sizeof line, stdin)) {
        switch (line[0]) {
        case 'd':
            if (sscanf(line + 1, "%d %d", &to, &amount) == 2 && valid(to))
                balance[to] += amount; // BUG: out-of-bounds
                break;
                case 't':
            if (sscanf(line + 1, "%d %d %d", &from, &to, &amount) == 3 && valid(from) && valid(to)) {
                balance[from] -= amount; // BUG: out-of-bounds
                balance[to] += amount; // BUG: out-of-bounds
            }
            break;
        case 'b':
            if (sscanf(line + 1, "%d", &to) == 1 && valid(to))
                printf("%ld\n", balance[to]); // BUG: out-of-bounds
            break;
        default:
            fprintf(stderr, "d ACCOUNT AMOUNT, t FROM TO AMOUNT, b ACCOUNT\n");
        }
    }
    return 0;
}
