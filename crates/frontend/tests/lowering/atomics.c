// Atomic operations with their sequential meaning.
_Atomic int counter;
_Atomic(char *) pointer;
int load(void) { return counter; }
void store(int a) { counter = a; }
int increment(void) { return counter++; }
int nand(int *p, int a) { return __atomic_fetch_nand(p, a, 5); }
unsigned largest(unsigned *p, unsigned a) { return __atomic_fetch_max(p, a, 5); }
int swap(int *p, int a) { return __atomic_exchange_n(p, a, 5); }
int exchange(int *p, int old, int new) { return __sync_val_compare_and_swap(p, old, new); }
_Bool exchange_pointer(char *old, char *new) { return __c11_atomic_compare_exchange_strong(&pointer, &old, new, 5, 5); }
void fence(void) { __sync_synchronize(); }
