// Builds a list of compound literals, each of which ends with its iteration.
// verdict: unsafe
struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        list = &(struct node){list, i};
    }
    int sum = 0;
    for (; list; list = list->next) // BUG: use-after-scope
        sum += list->value; // BUG: use-after-scope
    return sum;
}
