// Variables behind labels, and such that jumps lead around, used in their block.
// verdict: safe
int main(void)
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
    again:;
        int x = i, *p = &x;
        if (n++ < 2)
            goto again;
        {
            int *q = p;
            *q += 1;
        }
        while (*p > 2) {
            --*p;
            if (n > 100)
                goto done;
        }
        switch (*p) {
        case 1:
        inner:;
            int y = 2;
            p = &y;
            n += *p;
            if (n < 0)
                goto inner;
        default:
            y = 3;
            p = &y;
            n += *p;
        }
        p = &x;
        n += *p;
    }
done:
    return n > 1000;
}
