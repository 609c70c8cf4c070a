// C++ that throws nothing.
struct base { int a; virtual int get() { return a; } virtual ~base() {} };
struct derived : base { int b; derived(int x) : b(x) { a = x; } int get() override { return a + b; } static int count; };
int derived::count = 1;
int call(base &b) { return b.get(); }
int make() { derived d(3); return call(d); }
static int first() { static int n = make(); return n; }
int value = first();
template <class T> T twice(T x) { return x + x; }
int use() { return twice(4); }
namespace space { struct inner { int x; }; int f(inner *p) { return p->x; } }
