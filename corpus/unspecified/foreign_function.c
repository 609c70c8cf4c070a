// A function that is defined nowhere may set the pointer it is given the address of.
// verdict: unsafe
extern void fill(int **pointer);

int main(void) {
    int x = 0, *p = &x;
    fill(&p);
    return *p; // BUG: null-deref, invalid-pointer
}
