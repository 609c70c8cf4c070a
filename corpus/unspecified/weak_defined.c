// A weak function that the program defines is there, and the one that another file would replace too.
// verdict: safe
extern int optional(void) __attribute__((weak));

__attribute__((weak)) int optional(void)
{
    return 3;
}

int main(void)
{
    int *none = 0;
    if (!optional)
        return *none;
    int (*chosen)(void) = optional;
    return chosen() - 3;
}
