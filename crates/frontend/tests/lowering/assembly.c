// Inline assembly: an empty template hides values, everything else is unsupported.
int hide(int a) { __asm__("" : "+r"(a)); return a; }
int tied(int a) { int b; __asm__("" : "=r"(b) : "0"(a)); return b; }
int either(int a) { __asm__ volatile("" : "+g"(a)); return a; }
int memory(int a) { __asm__ volatile("" : "+m"(a) : : "memory"); return a; }
int unknown(void) { int a; __asm__("" : "=r"(a)); return a; }
int two(int a, int b) { __asm__("" : "+r"(a), "+r"(b)); return a - b; }
int real(int a) { int b; __asm__("mov %1, %0" : "=r"(b) : "r"(a)); return b; }
void go(void) { __asm__ goto("jmp %l0" : : : : out); out:; }
