// The table of <search.h>: names are entered, found, not found, and the table gets full.
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static char names[][4] = {"one", "two", "six", "ten", "nil", "sum", "end", "top"};
    static int numbers[] = {1, 2, 6, 10, 0, 20, 30, 40};
    if (!hcreate(5))
        return 1;
    for (int i = 0; i < 8; i++) {
        ENTRY entry = {names[i], &numbers[i]};
        ENTRY *made = hsearch(entry, ENTER);
        printf("%s%s", names[i], made ? " " : " does not fit ");
    }
    char wanted[] = "six", missing[] = "seven";
    ENTRY *found = hsearch((ENTRY){wanted, NULL}, FIND);
    printf("\n%d ", found ? *(int *)found->data : -1);
    printf("%d\n", hsearch((ENTRY){missing, NULL}, FIND) == NULL);
    hdestroy();
    return 0;
}
