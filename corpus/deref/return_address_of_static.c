// Returns the address of a static local variable, which lives on.
// verdict: safe
static int *counter(int start) {
    static int count;
    count += start;
    return &count;
}

int main(void) {
    int *p = counter(3);
    counter(-3);
    return *p;
}
