// The structure that a function returns is gone after the expression.
// verdict: unsafe
// sanitizers: blind, because the compiler leaves temporaries where they are
struct block {
    int word[20];
};

static struct block fill(int with)
{
    struct block block;
    for (int i = 0; i < 20; i++)
        block.word[i] = with;
    return block;
}

int main(void)
{
    int *p = fill(3).word;
    return *p; // BUG: use-after-scope
}
