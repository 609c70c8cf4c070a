// A state machine indexes its table of function pointers with a state that has no handler.
// verdict: unsafe
typedef int handler(int);

static int advance(int n) { return n + 1; }
static int jump(int n) { return n + 2; }

static handler *const handlers[] = {advance, jump, advance};

int main(void) {
    int state = 0;
    for (int i = 0; i < 3; i++)
        state = handlers[state](state); // BUG: out-of-bounds
    return state;
}
