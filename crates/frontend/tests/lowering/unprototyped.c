// args: -std=gnu89
// Calls without a prototype keep the types of their arguments.
int unknown();
int known();
int old(a, b) int a; char b; { return a + b; }
int call(char *p) { return unknown(1, 2.0f, p) + known(1) + old(1, 2); }
int known(a, b) int a; int b; { return a - b; }
