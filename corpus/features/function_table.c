// A state machine as a table of function pointers.
// verdict: safe
#include <assert.h>

enum state { START, DIGITS, DONE, STATES };

typedef enum state handler(char c, int *value);

static enum state start(char c, int *value) {
    *value = 0;
    return c == '#' ? DIGITS : START;
}

static enum state digits(char c, int *value) {
    if (c < '0' || c > '9')
        return DONE;
    *value = *value * 10 + (c - '0');
    return DIGITS;
}

static enum state done(char c, int *value) {
    (void)c, (void)value;
    return DONE;
}

static handler *const handlers[STATES] = {[DONE] = done, [START] = start, [DIGITS] = digits};

int main(void) {
    enum state state = START;
    int value = -1;
    for (const char *text = "ab#123;45"; *text; text++)
        state = handlers[state](*text, &value);
    assert(state == DONE && value == 123);
    return 0;
}
