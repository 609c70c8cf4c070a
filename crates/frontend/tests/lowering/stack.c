// Stack objects: scopes, variable sizes, and variables that must stay in memory.
void use(int *p);
int setjmp(void *) __attribute__((returns_twice));
void scoped(int n) { for (int i = 0; i < n; i++) { int x = i; use(&x); } { int y[4]; use(y); } }
void variable(int n) { int a[n]; use(a); }
void loop(int n) { while (n--) { int a[n]; use(a); } }
void allocate(unsigned n) { use(__builtin_alloca(n)); }
void keep(void *buffer) { int x = 1; if (setjmp(buffer)) x = 2; }
void qualified(void) { volatile int x = 1; x = 2; }
void pointer(int *p) { p++; use(p); }
