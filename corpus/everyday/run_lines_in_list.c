// Lines of any number are copied into a list, printed and freed: each node has a string of its own.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char *text;
    struct line *next;
};

int main(void)
{
    char buffer[256];
    struct line *head = NULL;
    while (fgets(buffer, sizeof buffer, stdin)) {
        struct line *line = malloc(sizeof *line);
        if (!line)
            break;
        line->text = strdup(buffer);
        if (!line->text) {
            free(line);
            break;
        }
        line->next = head;
        head = line;
    }
    for (struct line *line = head; line; line = line->next)
        fputs(line->text, stdout);
    while (head) {
        struct line *next = head->next;
        free(head->text);
        free(head);
        head = next;
    }
    return 0;
}
