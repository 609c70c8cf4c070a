// GNU vectors become scalars.
typedef int v4 __attribute__((vector_size(16)));
typedef short v8 __attribute__((vector_size(16)));
typedef float f2 __attribute__((vector_size(8)));
typedef int v2 __attribute__((vector_size(8)));
v4 add(v4 a, v4 b) { return a + b; }
v4 compare(v4 a, v4 b) { return a < b; }
int constant_index(v4 a) { return a[2]; }
int variable_index(v4 a, int i) { return a[i]; }
v4 insert(v4 a, int i, int x) { a[i] = x; return a; }
v2 shuffle(v2 a, v2 b) { return __builtin_shufflevector(a, b, 3, 0); }
v8 narrow(v4 a) { return (v8)a; }
v4 widen(v8 a) { return (v4)a; }
f2 convert(v2 a) { return __builtin_convertvector(a, f2); }
void memory(v4 *p, v4 *q) { *p = *q; }
v4 splat(int x) { return (v4){x, x, x, x} << 1; }
int reduce(v4 a) { return __builtin_reduce_add(a); }
