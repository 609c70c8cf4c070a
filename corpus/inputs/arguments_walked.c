// Walks all arguments to the null pointer that ends them.
// verdict: safe
#include <string.h>

int main(int argc, char **argv) {
    size_t length = 0;
    for (char **arg = argv; *arg; arg++)
        length += strlen(*arg);
    return argv[argc] != 0 || length == (size_t)-1;
}
