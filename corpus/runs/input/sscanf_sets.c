// Sets that begin with a bracket or are complemented.
#include <stdio.h>

int main(void) {
    char a[20] = "", b[20] = "", c[20] = "";
    int n = sscanf("]]ab,c-d;;", "%[]ab]%*[^;-]%[-d]%s", a, b, c);
    printf("%d [%s] [%s] [%s]\n", n, a, b, c);
    return 0;
}
