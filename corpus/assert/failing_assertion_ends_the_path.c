// Where only memory safety is asked for, a failing assertion ends the path before the error.
// verdict: safe
// property: memsafety
#include <assert.h>
#include <stddef.h>

int main(void) {
    int *p = NULL;
    assert(p != NULL);
    return *p;
}
