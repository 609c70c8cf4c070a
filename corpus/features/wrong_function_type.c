// Calls an object as if it were a function.
// verdict: unsafe
static int number = 5;

int main(void) {
    int (*f)(void) = (int (*)(void))(void *)&number;
    return f(); // BUG: invalid-pointer
}
