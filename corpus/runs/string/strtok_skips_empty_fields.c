// strtok takes runs of separators as one and keeps its place.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[] = ",,a,b;;c,";
    for (char *t = strtok(b, ",;"); t; t = strtok(NULL, ",;")) printf("[%s]", t);
    char c[] = ";;;";
    printf("%d ", strtok(c, ";") == NULL);
    char d[] = "x y-z";
    printf("%s ", strtok(d, " "));
    printf("%s\n", strtok(NULL, "-"));
    return 0;
}
