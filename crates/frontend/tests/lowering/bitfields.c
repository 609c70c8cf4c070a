// Bit-fields as clang lowers them.
struct flags { unsigned a : 3; int b : 5; unsigned c : 24; unsigned long d : 33; };
unsigned get(struct flags *f) { return f->a; }
int get_signed(struct flags *f) { return f->b; }
void set(struct flags *f, unsigned long v) { f->d = v; }
