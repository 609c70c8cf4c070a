// A variable ends with its function, also where the function returns its value.
// verdict: unsafe
// sanitizers: blind, because the compiler makes the variable in the place of the result
struct block {
    int word[20];
};

static struct block *kept;

static struct block fill(int with)
{
    struct block block;
    for (int i = 0; i < 20; i++)
        block.word[i] = with;
    kept = &block;
    return block;
}

int main(void)
{
    struct block block = fill(3);
    return kept->word[0] - block.word[1]; // BUG: use-after-scope
}
