// A loop counts down from a constant that is large enough for its states to be joined; what follows is reached.
// verdict: unsafe
extern void reach_error(void);

int main(void)
{
    int count = 30;
    while (count)
        count--;
    reach_error(); // BUG: reach-error
    return 0;
}
