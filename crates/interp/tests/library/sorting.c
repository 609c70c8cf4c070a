/* Sorting and searching. */
static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int with(const void *a, const void *b, void *flip) { return (*(const int *)a - *(const int *)b) * *(int *)flip; }
static void show(const void *node, VISIT visit, int depth) { if (visit == postorder || visit == leaf) printf("%d ", **(int *const *)node); }
static void nothing(void *key) {}

CASE(numbers_are_sorted) { int a[] = {5, 3, 9, 1, 3}; qsort(a, 5, sizeof *a, up); for (int i = 0; i < 5; i++) printf("%d ", a[i]); puts(""); }
CASE(nothing_is_sorted) { qsort(NULL, 0, 4, up); puts("fine"); }
CASE(texts_are_sorted) { const char *t[] = {"pear", "apple", "fig"}; qsort(t, 3, sizeof *t, by_text); printf("%s %s %s\n", t[0], t[1], t[2]); }
CASE(order_with_an_argument) { int a[] = {1, 3, 2}, flip = -1; qsort_r(a, 3, sizeof *a, with, &flip); printf("%d%d%d\n", a[0], a[1], a[2]); }
CASE(halving) { int a[] = {1, 3, 5, 7}, k = 5, n = 4; int *f = bsearch(&k, a, 4, 4, up); printf("%td %d\n", f - a, bsearch(&n, a, 4, 4, up) == NULL); }
CASE(linear_search) { int a[5] = {4, 2}, k = 2, n = 9; size_t c = 2; printf("%td ", (int *)lfind(&k, a, &c, 4, up) - a); lsearch(&n, a, &c, 4, up); printf("%zu %d\n", c, a[2]); }
CASE(trees) { static int v[] = {5, 2, 8, 2, 9}; void *root = NULL; for (int i = 0; i < 5; i++) tsearch(&v[i], &root, up); twalk(root, show); int k = 8, n = 7; printf("%d %d\n", tfind(&k, &root, up) != NULL, tfind(&n, &root, up) != NULL); tdestroy(root, nothing); }
CASE(nodes_are_deleted) { static int v[] = {5, 2, 8}; void *root = NULL; for (int i = 0; i < 3; i++) tsearch(&v[i], &root, up); for (int i = 0; i < 3; i++) tdelete(&v[i], &root, up); printf("%d\n", root == NULL); }
CASE(queues) { struct q { struct q *next, *prev; int v; } a = {0}, b = {0}, c = {0}; insque(&a, NULL); insque(&b, &a); insque(&c, &a); printf("%d %d ", a.next == &c, c.next == &b); remque(&c); printf("%d\n", a.next == &b); }
