// Structs as parameters and results.
struct small { int a, b; };
struct two { long a; void *b; };
struct mixed { double d; int i; };
struct floats { float x, y, z; };
struct big { long v[5]; };
int take_small(struct small s) { return s.a + s.b; }
struct small make_small(int a) { struct small s = {a, a}; return s; }
struct two make_two(void *p) { struct two t = {1, p}; return t; }
struct mixed make_mixed(void) { struct mixed m = {1.5, 2}; return m; }
struct floats scale(struct floats f) { f.x *= 2; return f; }
long take_big(struct big b) { b.v[0] = 1; return b.v[4]; }
struct big make_big(void) { struct big b = {{1}}; return b; }
long elsewhere(struct big b);
long (*indirect)(struct big b);
long pass(struct big b) { return take_big(b) + elsewhere(b) + indirect(b) + make_big().v[1]; }
void *pick(void *p) { return make_two(p).b; }
