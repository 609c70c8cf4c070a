// Assigns a struct to itself through two pointers: the same block, which is allowed.
// verdict: safe
struct big {
    int values[32];
};

static void copy(struct big *to, const struct big *from) {
    *to = *from;
}

int main(void) {
    struct big a = {{1}}, b;
    copy(&a, &a);
    copy(&b, &a);
    return b.values[0] - 1;
}
