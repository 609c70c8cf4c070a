// Orders at the tables of a restaurant; the free places of the table of orders are linked by their numbers.
// verdict: safe
// paths: unbounded
#include <stdio.h>

#define PLACES 128

struct order {
    int next;
    int table;
    int is_open;
};

static struct order orders[PLACES];
static int first_free;

static void begin(void) {
    for (int i = 0; i < PLACES; i++)
        orders[i].next = i + 1 < PLACES ? i + 1 : -1;
}

static int take(int table) {
    int place = first_free;
    if (place < 0)
        return -1;
    first_free = orders[place].next;
    orders[place].table = table;
    orders[place].is_open = 1;
    return place;
}

static void give_back(int place) {
    orders[place].is_open = 0;
    orders[place].next = first_free;
    first_free = place;
}

int main(void) {
    char command;
    int number;
    begin();
    while (scanf(" %c %d", &command, &number) == 2) {
        if (command == '+') {
            int place = take(number);
            if (place < 0)
                puts("full");
            else
                printf("order %d\n", place);
        } else if (number >= 0 && number < PLACES && orders[number].is_open) {
            printf("table %d\n", orders[number].table);
            give_back(number);
        }
    }
    return 0;
}
