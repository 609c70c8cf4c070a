// A compound literal ends with the block that it is in.
// verdict: unsafe
int main(void)
{
    int *p;
    {
        p = &(int){5};
        *p += 1;
    }
    return *p; // BUG: use-after-scope
}
