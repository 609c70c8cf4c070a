// Literals that live to the end of their block, whatever blocks, jumps and loops are in it.
// verdict: safe
struct node {
    struct node *next;
    int value;
};

static int total(const struct node *node)
{
    int sum = 0;
    for (; node; node = node->next)
        sum += node->value;
    return sum;
}

static int seen;

static void look(struct node **node)
{
    seen += (*node)->value;
}

static int leave(int k)
{
    if (k) {
        __attribute__((cleanup(look))) struct node *list = &(struct node){0, k};
        if (k > 3)
            return total(list);
        list = &(struct node){list, 2};
        {
            int value = total(list);
            if (value == 5)
                return value;
            list->value += value;
        }
        seen += total(list);
    }
    return 0;
}

int main(void)
{
    int n = 0;
    for (int i = 0; i < 5; i++) {
        struct node *list = &(struct node){0, i};
        if (i == 2)
            continue;
        list = &(struct node){list, 3};
        switch (i) {
        case 0:
            list->value++;
            break;
        case 1: {
            struct node *more = &(struct node){list, 4};
            n += total(more);
            break;
        }
        default:
            n += list->value;
        }
        for (int j = 0; j < 2; j++) {
            list->value += j;
            if (j)
                break;
        }
        do {
            int value = list->value;
            n += value;
        } while (0);
        n += total(list) + leave(i);
        n += ({
            struct node *longer = &(struct node){list, 1};
            int sum = total(longer);
            sum;
        });
        if (n > 1000)
            goto out;
    }
out:
    return n > 10000;
}
