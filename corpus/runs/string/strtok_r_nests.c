// strtok_r keeps its place in a variable.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[] = "a=1;b=2;c";
    char *o, *i;
    for (char *f = strtok_r(b, ";", &o); f; f = strtok_r(NULL, ";", &o)) {
        char *k = strtok_r(f, "=", &i), *v = strtok_r(NULL, "=", &i);
        printf("%s:%s ", k, v ? v : "none");
    }
    putchar('\n');
    return 0;
}
