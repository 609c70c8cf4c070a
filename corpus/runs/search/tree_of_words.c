// tsearch, tfind, tdelete.
#include <search.h>
#include <stdio.h>
#include <string.h>

static int by_word(const void *a, const void *b) { return strcmp(a, b); }
int main(void) {
    void *root = NULL;
    const char *words[] = {"m", "c", "x", "a", "c"};
    int fresh = 0;
    for (int i = 0; i < 5; i++) {
        const char **p = tsearch(words[i], &root, by_word);
        if (!p) return 1;
        fresh += *p == words[i];
    }
    printf("%d %d %d\n", fresh > 3, tfind("x", &root, by_word) != NULL, tfind("q", &root, by_word) != NULL);
    for (int i = 0; i < 4; i++) tdelete(words[i], &root, by_word);
    printf("%d\n", root == NULL);
    return 0;
}
