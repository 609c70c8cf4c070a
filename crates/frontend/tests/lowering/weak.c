extern int function(void) __attribute__((weak));
extern int variable[4] __attribute__((weak));

int *const element = &variable[1];

int ask(void)
{
    if (function)
        return function();
    return &variable[2] != 0;
}
