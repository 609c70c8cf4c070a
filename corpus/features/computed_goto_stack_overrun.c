// A small interpreter that dispatches by computed goto and does not bound its stack.
// verdict: unsafe
static int run(const unsigned char *code) {
    static void *const labels[] = {&&push, &&halt};
    int stack[4], top = 0;
    goto *labels[*code++];
push:
    stack[top++] = *code++; // BUG: out-of-bounds
    goto *labels[*code++];
halt:
    return stack[0];
}

int main(void) {
    const unsigned char code[] = {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 1};
    return run(code);
}
