// strchr, strrchr and strchrnul, also for the zero at the end.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *s = "hello";
    printf("%td %td %td ", strchr(s, 'l') - s, strrchr(s, 'l') - s, strchr(s, 0) - s);
    printf("%d %d %td %td\n", strchr(s, 'x') == NULL, strrchr(s, 'x') == NULL, strchrnul(s, 'x') - s, strchrnul(s, 'e') - s);
    return 0;
}
