// A stack of numbers whose room grows by a factor that is a float: half of one is nothing.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stack {
    size_t count, room;
    float factor;
    int *numbers;
};

static int grow(struct stack *stack) {
    size_t room = (size_t)(stack->room * stack->factor);
    int *numbers = malloc(room * sizeof *numbers);
    if (!numbers)
        return -1;
    memcpy(numbers, stack->numbers, stack->count * sizeof *numbers); // BUG: out-of-bounds
    free(stack->numbers);
    stack->numbers = numbers;
    stack->room = room;
    return 0;
}

static int push(struct stack *stack, int number) {
    if (stack->count == stack->room && grow(stack) != 0)
        return -1;
    stack->numbers[stack->count++] = number; // BUG: out-of-bounds
    return 0;
}

int main(void) {
    struct stack stack = {0, 1, 1.5f, malloc(sizeof(int))};
    if (!stack.numbers)
        return 1;
    int number;
    while (scanf("%d", &number) == 1 && push(&stack, number) == 0)
        ;
    while (stack.count > 0)
        printf("%d\n", stack.numbers[--stack.count]); // BUG: out-of-bounds
    free(stack.numbers);
    return 0;
}
