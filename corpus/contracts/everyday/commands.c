// A switch, a goto and a struct by value.
// command: prove
// functions: 2
#include <stddef.h>

struct pair {
    int left;
    int right;
};

/*@ requires \valid(counter);
    assigns {counter};
    ensures command == 0 ==> *counter == 0;
    ensures command == 1 && \old(*counter) < 1000 ==> *counter == \old(*counter) + 1;
    ensures command != 0 && command != 1 ==> *counter == \old(*counter); */
void obey(int command, int *counter)
{
    switch (command) {
    case 0:
        *counter = 0;
        break;
    case 1:
        if (*counter >= 1000)
            goto out;
        ++*counter;
        break;
    default:
        break;
    }
out:
    return;
}

/*@ requires \valid(from) && \valid(to) && Obj(from) != Obj(to);
    assigns {to};
    ensures to->left == from->left && to->right == from->right; */
void copy(struct pair *to, struct pair *from)
{
    *to = *from;
}
