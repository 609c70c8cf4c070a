// A command that is ambiguous is taken for an index.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <string.h>

static const char *const commands[] = {"add", "delete", "list", "quit"};

static int find(const char *word) {
    int found = -1;
    size_t n = strlen(word);
    for (int i = 0; i < (int)(sizeof commands / sizeof *commands); i++)
        if (strncmp(commands[i], word, n) == 0) {
            if (found >= 0)
                return -2;
            found = i;
        }
    return found;
}

int main(void) {
    char line[80];
    unsigned used[4] = {0};
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        int command = find(line);
        if (command == -3)
            puts("ambiguous");
        else if (command == -1)
            puts("unknown");
        else if (++used[command], command == 3) // BUG: out-of-bounds
            break;
    }
    for (int i = 0; i < 4; i++)
        printf("%s %u\n", commands[i], used[i]);
    return 0;
}
