// Indexes a global table with characters taken as unsigned.
// verdict: safe
static int weight[256];

static int weigh(const char *text) {
    int sum = 0;
    for (; *text; text++)
        sum += weight[(unsigned char)*text];
    return sum;
}

int main(void) {
    return weigh("abc") + weigh("\xe9t\xe9");
}
