// Passes the addresses of locals down to callees, also by recursion, while they live.
// verdict: safe
struct link {
    const struct link *up;
    int depth;
};

static int descend(const struct link *up, int depth) {
    struct link here = {up, depth};
    if (depth == 4) {
        int sum = 0;
        for (const struct link *l = &here; l; l = l->up)
            sum += l->depth;
        return sum;
    }
    return descend(&here, depth + 1);
}

int main(void) {
    return descend(0, 0) - 10;
}
