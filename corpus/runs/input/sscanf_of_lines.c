// Fields of lines by sscanf, with what is missing.
// run: <<< ann 31 1.75\nbob x\n\ncid 20\n
#include <stdio.h>

int main(void) {
    char line[80], name[10];
    while (fgets(line, sizeof line, stdin)) {
        int age = -1;
        double height = -1;
        int n = sscanf(line, "%9s %d %lf", name, &age, &height);
        printf("%d:%d:%.2f ", n, age, height);
    }
    return 0;
}
