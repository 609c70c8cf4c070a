// Assertions that hold cost nothing.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    assert(argc >= 1);
    static_assert(sizeof(char) == 1, "a char is a byte");
    puts("held");
    return 0;
}
