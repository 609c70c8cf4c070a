// Counts words in a search tree; the end of the longest words lies behind the buffer.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 40 };

struct word {
    char *text;
    unsigned times;
    struct word *before, *behind;
};

static int next_word(char *text, size_t room) {
    int c;
    do
        c = getchar();
    while (c != EOF && !isalpha(c));
    if (c == EOF)
        return 0;
    size_t length = 0;
    while (c != EOF && isalpha(c) && length < room) {
        text[length++] = (char)c;
        c = getchar();
    }
    if (c != EOF)
        ungetc(c, stdin);
    text[length] = '\0'; // BUG: out-of-bounds
    return 1;
}

static struct word *counted(struct word *tree, const char *text) {
    if (tree == NULL) {
        tree = malloc(sizeof *tree);
        if (tree == NULL)
            exit(EXIT_FAILURE);
        tree->text = strdup(text);
        if (tree->text == NULL)
            exit(EXIT_FAILURE);
        tree->times = 1;
        tree->before = tree->behind = NULL;
        return tree;
    }
    int order = strcmp(text, tree->text);
    if (order == 0)
        tree->times++;
    else if (order < 0)
        tree->before = counted(tree->before, text);
    else
        tree->behind = counted(tree->behind, text);
    return tree;
}

static void show(const struct word *tree) {
    if (tree == NULL)
        return;
    show(tree->before);
    printf("%6u %s\n", tree->times, tree->text);
    show(tree->behind);
}

static void forget(struct word *tree) {
    if (tree == NULL)
        return;
    forget(tree->before);
    forget(tree->behind);
    free(tree->text);
    free(tree);
}

int main(void) {
    char text[LONGEST];
    struct word *tree = NULL;
    while (next_word(text, sizeof text))
        tree = counted(tree, text);
    show(tree);
    forget(tree);
    return 0;
}
