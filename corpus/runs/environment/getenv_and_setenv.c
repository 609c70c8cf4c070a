// Variables of the environment.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d ", getenv("HEAPPROOF_NOT_SET") == NULL);
    setenv("V", "one", 1);
    setenv("V", "two", 0);
    printf("%s ", getenv("V"));
    setenv("V", "three", 1);
    printf("%s ", getenv("V"));
    unsetenv("V");
    printf("%d %d\n", getenv("V") == NULL, setenv("a=b", "x", 1));
    return 0;
}
