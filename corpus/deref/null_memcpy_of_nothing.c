// Copies zero bytes between valid pointers, in a loop whose length reaches zero.
// verdict: safe
#include <string.h>

int main(void) {
    char from[4] = "abc", to[4] = "";
    for (size_t n = 4; n > 0; n--)
        memcpy(to, from, n - 1);
    return to[0] == 'a' ? 0 : 1;
}
