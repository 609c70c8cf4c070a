// The address of an optional variable that no file defines is null, also where an initialiser holds it.
// verdict: unsafe
extern int optional __attribute__((weak));

static int *const table[] = {&optional};

int main(void)
{
    int *none = 0;
    if (!table[0])
        return *none; // BUG: null-deref
    return 0;
}
