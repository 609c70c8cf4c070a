// The eleventh record is written behind the book.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define MOST 10

struct record {
    char name[20];
    char number[12];
};

static struct record book[MOST];
static int used;

static int insert(const char *name, const char *number) {
    int at = used;
    if (used > MOST || strlen(name) >= sizeof book[0].name || strlen(number) >= sizeof book[0].number)
        return 0;
    while (at > 0 && strcmp(book[at - 1].name, name) > 0) { // BUG: out-of-bounds
        book[at] = book[at - 1]; // BUG: out-of-bounds
        at--;
    }
    strcpy(book[at].name, name); // BUG: out-of-bounds
    strcpy(book[at].number, number); // BUG: out-of-bounds
    used++;
    return 1;
}

static const char *lookup(const char *name) {
    for (int i = 0; i < used; i++)
        if (strcmp(book[i].name, name) == 0) // BUG: out-of-bounds
            return book[i].number;
    return NULL;
}

int main(int argc, char **argv) {
    char name[40], number[40];
    while (scanf("%39s %39s", name, number) == 2)
        if (!insert(name, number))
            fprintf(stderr, "cannot insert %s\n", name);
    for (int i = 1; i < argc; i++) {
        const char *found = lookup(argv[i]);
        printf("%s: %s\n", argv[i], found ? found : "unknown");
    }
    return 0;
}
