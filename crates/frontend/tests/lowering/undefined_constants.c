// args: -w
// Constant expressions that clang evaluates to no value.
int divided(void) { return 1 / 0; }
int shifted(void) { return 1 << 40; }
int converted(void) { return (int)1e20; }
