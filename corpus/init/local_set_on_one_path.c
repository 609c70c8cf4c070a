// A switch without a default leaves a local unset for one value.
// verdict: unsafe
// property: initialized
static int cost(int kind) {
    int price;
    switch (kind) {
    case 0:
        price = 10;
        break;
    case 1:
        price = 20;
        break;
    }
    return price;
}

int main(void) {
    if (cost(0) > 15)
        return 1;
    if (cost(2) > 15) // BUG: uninitialized-read
        return 2;
    return 0;
}
