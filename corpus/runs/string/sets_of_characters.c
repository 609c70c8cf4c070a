// A line cut by strcspn and strspn.
// run: <<< key : value  # comment\nplain\n
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "#\n")] = 0;
        size_t k = strcspn(line, " :"), v = k + strspn(line + k, " :");
        printf("<%.*s><%s>", (int)k, line, line + v);
    }
    return 0;
}
