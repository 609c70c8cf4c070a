// A recursion that counts down from a constant which is large enough for its calls to be joined does return.
// verdict: unsafe
extern void reach_error(void);

static unsigned sum(unsigned number)
{
    return number ? number + sum(number - 1) : 0;
}

int main(void)
{
    if (sum(30) == 465)
        reach_error(); // BUG: reach-error
    return 0;
}
