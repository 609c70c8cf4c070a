// Variables of the program, a callee in a loop, and what a bound says of the counter that runs up to it.
// command: prove
// functions: 6
int counter;
int other;

/*@ assigns {&counter}; ensures counter == \old(counter) + 1; */
void bump(void)
{
    counter++;
}

/*@ assigns {&counter}; ensures counter == \old(counter) + 2 && other == \old(other); */
void twice(void)
{
    bump();
    bump();
}

/*@ requires n >= 0 && n < 1000;
    assigns {&counter};
    ensures counter == \old(counter) + n && other == \old(other); */
void often(int n)
{
    for (int i = 0; i < n; i++)
        bump();
}

/*@ requires n >= 0 && n < 1000;
    assigns {&counter};
    ensures counter == \old(counter) + n; */ // BUG: too_often: postcondition
void too_often(int n)
{
    for (int i = 0; i <= n; i++)
        bump();
}

/*@ requires \valid(p) && p != &other; assigns {p}; ensures *p == 7 && other == \old(other); */
void set(int *p)
{
    *p = 7;
}

/*@ requires \valid(p); assigns {p}; ensures *p == 7 && other == \old(other); */ // BUG: set_any: postcondition
void set_any(int *p)
{
    *p = 7;
}
