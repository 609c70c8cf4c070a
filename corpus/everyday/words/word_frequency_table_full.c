// Nobody looks whether the table is full.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WORDS 3
#define LENGTH 32

struct entry {
    char word[LENGTH];
    int times;
};

static struct entry table[WORDS];
static int used;

static void count(const char *word) {
    int i = 0;
    while (i < used && strcmp(table[i].word, word) != 0)
        i++;
    if (i == used) {
        strcpy(table[i].word, word); // BUG: out-of-bounds
        used++;
    }
    table[i].times++;
}

int main(void) {
    char word[LENGTH];
    int c, n = 0;
    while ((c = getchar()) != EOF) {
        if (isalpha(c)) {
            if (n < LENGTH - 1)
                word[n++] = tolower(c);
        } else if (n > 0) {
            word[n] = '\0';
            count(word);
            n = 0;
        }
    }
    for (int i = 0; i < used; i++)
        printf("%5d %s\n", table[i].times, table[i].word);
    return 0;
}
