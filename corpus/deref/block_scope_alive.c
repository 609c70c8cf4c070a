// Writes to a variable of an enclosing block.
// verdict: safe
int main(void) {
    int outer = 1, *p;
    {
        int inner = 1;
        p = &inner;
        *p += outer;
        p = &outer;
    }
    *p = 0;
    return outer;
}
