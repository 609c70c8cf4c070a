// Uses compound literals inside their block, and one at file scope.
// verdict: safe
struct point {
    int x, y;
};

static struct point *origin = &(struct point){0, 0};

static int sum(const struct point *p) {
    return p->x + p->y;
}

int main(void) {
    origin->x = -3;
    return sum(&(struct point){1, 2}) + sum(origin);
}
