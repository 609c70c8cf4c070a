// Loops over arrays whose counter runs down to the first element, or looks at the next one.
// command: prove
// functions: 3

struct entry {
    int *number;
    struct entry *others;
};

/*@ requires n >= 0 && n <= 100 && forall(e, array(table, 16, n), \valid(e));
    assigns array(table, 16, n)->others;
    ensures forall(e, array(table, 16, n), e->others == 0 && e->number == \old(e->number)); */
void separate(struct entry *table, int n)
{
    for (int i = n - 1; i >= 0; --i)
        table[i].others = 0;
}

/*@ requires n >= 0 && n <= 1000 && forall(p, array(numbers, 4, n), \valid(p));
    assigns array(numbers, 4, n);
    ensures forall(p, array(numbers, 4, n), *p == \old(*p) + 1); */
void count_up(int *numbers, int n)
{
    while (n-- > 0)
        numbers[n]++;
}

/*@ requires 0 < n && n <= 1000 && forall(p, array(numbers, 4, n), \valid(p));
    assigns array(numbers, 4, n);
    ensures forall(p, array(numbers, 4, n), *p <= numbers[n - 1]); */
void largest_last(int *numbers, int n)
{
    for (int i = 0; i + 1 < n; i++)
        if (numbers[i] > numbers[i + 1]) {
            int t = numbers[i];
            numbers[i] = numbers[i + 1];
            numbers[i + 1] = t;
        }
}
