// Control flow.
int classify(int c) {
  switch (c) {
  case 1: case 3: return 10;
  case -1: return 20;
  case 5 ... 6: c++;
  default: return c;
  }
}
int loop(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 7) continue; if (i == 9) break; s += i; } return s; }
int computed(int n) {
  static void *table[] = {&&one, &&two};
  goto *table[n];
one:
  return 1;
two:
  return 2;
}
int dead(int n) { return n; n++; lost: goto lost; }
void *address(void) { return &&here; here: return 0; }
void stop(void) { __builtin_trap(); }
int never(int n) { if (n) __builtin_unreachable(); return 0; }
int and(int a, int b) { return a && b; }
