// Initialisers: bytes, addresses, and what has none.
struct pair { int *p; char c; };
extern int elsewhere;
static int hidden = 42;
int zero;
const char text[] = "hi\0there";
const char *names[] = {"one", "two", 0};
struct pair pairs[2] = {{&hidden, 'x'}, {&elsewhere, 'y'}};
int array[8] = {[2] = -1};
int *inside = &array[3];
unsigned long number = (unsigned long)&array[1];
double d = 1.0;
long double ld = 2.0L;
float f = -0.5f;
__int128 wide = -2;
struct { char c; short s : 3; int i; } mixed = {'a', -1, 5};
int function(void) { return hidden + elsewhere; }
int (*pointer)(void) = function;
extern int another(void) __attribute__((alias("function")));
int (*through_alias)(void) = another;
int use(void) { return another() + *names[1] + array[7]; }
static int counter(void) { static int n = 7; return n++; }
int twice(void) { return counter() + counter(); }
_Thread_local int per_thread = 3;
int get(void) { return per_thread; }
int fixed(void) { return *(int *)0x1000; }
__attribute__((constructor(200))) static void before(void) { zero = 1; }
__attribute__((destructor)) static void after(void) { zero = 2; }
