// Arithmetic, comparisons, conversions and truth values.
int sum(int a, unsigned b, long c) { return a + (int)(b + 1u) - (int)(c * 2); }
int divide(int a, unsigned b) { return a / 3 + a % 5 + (int)(b / 7) + (int)(b % 9); }
unsigned shift(unsigned a, int b) { return (a << 3) | (a >> b) | (unsigned)(b >> 2); }
int bits(int a, int b) { return (a & b) ^ ~(a | b); }
_Bool truth(_Bool *p, int a) { *p = a; return !*p; }
int order(int a, unsigned b, char *p, char *q) { return (a < 3) + (b > 4u) + (p < q) + (p != 0); }
double floats(float a, double b) { return -(a * b + 1.5) / b; }
int unordered(double a, double b) { return a < b || a != b; }
int convert(double a, float b, signed char c, unsigned short d) { return (int)a + (int)(unsigned)b + c + d; }
double back(int a, unsigned long b) { return a + (double)b; }
int choose(int c, int a, int b) { return c ? a : b; }
int uninitialised(int c) { int x; if (c) x = 1; return x; }
