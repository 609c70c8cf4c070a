// A function keeps the address of a literal that it is given, longer than the loop that made it.
// verdict: unsafe
static int *kept;

static void keep(int *p)
{
    kept = p;
}

int main(void)
{
    for (int i = 0; i < 2; i++)
        keep(&(int){i});
    return *kept; // BUG: use-after-scope
}
