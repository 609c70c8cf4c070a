// A ring buffer takes its indices modulo one more than its size.
// verdict: unsafe
static int ring[8];
static unsigned head;

static void put(int value) {
    ring[head++ % 9] = value; // BUG: out-of-bounds
}

int main(void) {
    for (int i = 0; i < 20; i++)
        put(i);
    return 0;
}
