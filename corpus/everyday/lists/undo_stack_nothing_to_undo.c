// There may be nothing to undo.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

struct step {
    long value;
    struct step *before;
};

int main(void) {
    struct step *steps = NULL;
    long value = 0, operand;
    char command;
    int status = 0;
    while (status == 0 && scanf(" %c", &command) == 1) {
        if (command == '+' && scanf("%ld", &operand) == 1) {
            struct step *step = malloc(sizeof *step);
            if (!step) {
                status = 1;
                continue;
            }
            step->value = value;
            step->before = steps;
            steps = step;
            value = (long)((unsigned long)value + operand);
        } else if (command == 'u') {
            struct step *step = steps;
            value = step->value; // BUG: null-deref
            steps = step->before;
            free(step);
        }
        printf("%ld\n", value);
    }
    while (steps) {
        struct step *before = steps->before;
        free(steps);
        steps = before;
    }
    return status;
}
