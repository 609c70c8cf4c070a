// Asks whether an optional function is linked in. No file defines it, so its address is null, and the program dies; with
// the file that has it the program would be right. Nobody knows here, so "safe" is no answer.
// verdict: unsafe
extern void optional(void) __attribute__((weak));

int main(void)
{
    int *none = 0;
    if (!optional)
        return *none; // BUG: null-deref
    return 0;
}
