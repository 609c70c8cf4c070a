// The last word has no room for its end.
// verdict: unsafe
#include <stdio.h>

int main(void) {
    char words[2][4];
    int n = 0;
    while (n < 2 && scanf("%4s", words[n]) == 1) // BUG: out-of-bounds
        n++;
    for (int i = 0; i < n; i++)
        puts(words[i]);
    return 0;
}
