// Integers of unusual width, and the long double.
__int128 multiply(__int128 a, long b) { return a * b; }
unsigned _BitInt(33) odd(unsigned _BitInt(33) *p) { return *p + 1; }
void huge(_BitInt(200) *p) { *p += 1; }
long double extend(double a) { return a * 2.0L; }
_Complex double rotate(_Complex double a) { return a * 1.0i; }
