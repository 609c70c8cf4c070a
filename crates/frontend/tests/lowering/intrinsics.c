// Builtins that clang turns into LLVM intrinsics.
int add(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }
int mul(unsigned a, unsigned b, unsigned *r) { return __builtin_mul_overflow(a, b, r); }
int count(unsigned a) { return __builtin_clz(a) + __builtin_ctz(a) + __builtin_popcount(a); }
unsigned swap(unsigned a) { return __builtin_bswap32(a) ^ __builtin_bitreverse32(a); }
unsigned rotate(unsigned a, unsigned n) { return __builtin_rotateleft32(a, n); }
int absolute(int a) { return __builtin_abs(a); }
double magnitude(double a, double b) { return __builtin_copysign(__builtin_fabs(a), b); }
double round_all(double a) { return __builtin_floor(a) + __builtin_ceil(a) + __builtin_trunc(a) + __builtin_round(a); }
double least(double a, double b) { return __builtin_fmin(a, b); }
int nan(double a) { return __builtin_isnan(a) + __builtin_isinf(a); }
int hint(int a) { __builtin_assume(a > 0); __builtin_prefetch(&a); return __builtin_expect(a, 1); }
unsigned long size(char *p) { return __builtin_object_size(p, 0) + __builtin_object_size(p, 2); }
int known(int a) { return __builtin_constant_p(a); }
double power(double a, int n) { return __builtin_powi(a, n); }
long long nearest(double a) { return __builtin_llrint(a); }
void copy(char *a, char *b, unsigned n) { __builtin_memmove(a, b, n); __builtin_memset(a, 1, 4); __builtin_memcpy(a, b, 8); }
void *memcpy(void *, const void *, unsigned long);
void checked(char *a, char *b) { memcpy(a, b, 8); }
void *frame(void) { return __builtin_frame_address(0); }
void *align(char *p) { return __builtin_align_down(p, 16); }
unsigned char saturate(unsigned char a, unsigned char b) { return __builtin_elementwise_add_sat(a, b); }
