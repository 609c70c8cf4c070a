// A pointer from a function that nobody defines is used without a look at it.
// verdict: unsafe
// sanitizers: blind, because the program cannot be linked
struct device {
    int number;
};

struct device *device_find(int number);

int main(void) {
    struct device *device = device_find(1);
    return device->number; // BUG: null-deref
}
