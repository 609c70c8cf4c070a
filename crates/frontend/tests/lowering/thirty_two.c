// args: -m32
// The same with pointers of 32 bits.
struct node { struct node *next; long value; };
struct pair { int a, b; };
struct node *list;
long value(struct node *n, int i) { return n[i].value + (long)n; }
int take(struct pair p) { return p.b; }
struct pair make(void) { struct pair p = {1, 2}; return p; }
int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int a = __builtin_va_arg(l, int); __builtin_va_end(l); return a; }
long long wide(long long a) { return a + 1; }
