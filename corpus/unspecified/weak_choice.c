// Takes an optional function, or else its own: as no file defines the optional one, it is the own one.
// verdict: unsafe
extern void optional(void) __attribute__((weak));

static void own(void) {}

int main(void)
{
    int value = 1;
    void (*chosen)(void) = optional ? optional : own;
    int *pointer = chosen == own ? 0 : &value;
    return *pointer; // BUG: null-deref
}
