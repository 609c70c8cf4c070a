// A statement expression is a block, and the literal in it ends before its value is used.
// verdict: unsafe
int main(void)
{
    int *p = ({ &(int){5}; });
    return *p; // BUG: use-after-scope
}
