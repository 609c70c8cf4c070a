// The number of the process is chosen by the system.
// verdict: unsafe
// sanitizers: blind, because the system seldom gives this number
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() != 4); // BUG: assertion-failure
    return 0;
}
