// Leaves a block to its end and enters it again by a `goto` behind it: that is another literal.
// verdict: unsafe
int main(void)
{
    int *p = 0;
again: {
    if (p)
        return *p; // BUG: use-after-scope
    p = &(int){5};
}
    goto again;
}
