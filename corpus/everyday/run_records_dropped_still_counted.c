// A table of records: one that was dropped is still counted, so that the last is there twice.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char *name;
    int born;
};

struct table {
    struct record *records;
    int count;
    int room;
};

static int table_add(struct table *table, int born) {
    if (table->count == table->room) {
        int room = table->room + 32;
        struct record *records = realloc(table->records, (size_t)room * sizeof *records);
        if (records == NULL)
            return -1;
        table->records = records;
        table->room = room;
    }
    char *name = strdup("nobody");
    if (name == NULL)
        return -1;
    table->records[table->count].name = name;
    table->records[table->count].born = born;
    table->count++;
    return 0;
}

static void table_drop(struct table *table, int at) {
    free(table->records[at].name); // BUG: double-free
    table->records[at] = table->records[table->count - 1];
}

int main(void) {
    struct table table = {NULL, 0, 0};
    int command;
    while ((command = getchar()) != EOF) {
        int at = command % 50;
        if (at >= table.count) {
            if (table_add(&table, command) < 0)
                break;
        } else {
            table_drop(&table, at);
        }
    }
    for (int i = 0; i < table.count; i++) {
        printf("%s %d\n", table.records[i].name, table.records[i].born); // BUG: use-after-free
        free(table.records[i].name); // BUG: double-free
    }
    free(table.records);
    return 0;
}
