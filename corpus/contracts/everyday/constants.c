// Constants hold what their initialisers say, also behind a pointer.
// command: prove
// functions: 3
#include <stddef.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/*@ requires month >= 0 && month < 12;
    ensures \result >= 28 && \result <= 31;
    ensures month == 1 <==> \result == 28; */
int days_of(int month)
{
    return days[month];
}

/*@ requires p == &days[1];
    ensures \result == 28; */
int behind(const int *p)
{
    return *p;
}

/*@ ensures \result == 'b'; */
char letter(void)
{
    const char *text = "abc";
    return text[1];
}
