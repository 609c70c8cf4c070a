// Takes a failed write for the number of bytes that were written.
// verdict: unsafe
#include <unistd.h>

int main(void)
{
    char text[8] = "done!\n";
    long at = 0;
    for (int part = 0; part < 2; part++)
        at += write(1, text + at, 3); // BUG: out-of-bounds
    return 0;
}
