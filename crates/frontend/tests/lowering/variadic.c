// Variadic functions and calls.
int printf(const char *, ...);
struct pair { float x, y; };
struct big { long v[5]; };
typedef float vec4 __attribute__((vector_size(16)));
int sum(int n, ...) {
  __builtin_va_list list, copy;
  int total = 0;
  __builtin_va_start(list, n);
  __builtin_va_copy(copy, list);
  while (n--) total += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  __builtin_va_end(copy);
  return total;
}
int call(struct pair p, struct big b, vec4 v, float f) {
  return sum(2, 1, 2L) + printf("%f", f) + sum(3, p, b, v);
}
