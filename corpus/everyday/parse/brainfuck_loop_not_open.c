// A loop is closed that was never opened.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define TAPE 1000
#define DEPTH 20

static unsigned char tape[TAPE];

int main(int argc, char **argv) {
    int loops[DEPTH], depth = 0, steps = 0;
    size_t cell = 0;
    if (argc < 2)
        return 2;
    const char *program = argv[1];
    size_t length = strlen(program);
    for (size_t at = 0; at < length && at < 100000 && steps < 100000; at++, steps++) {
        switch (program[at]) {
        case '>':
            cell = cell + 1 < TAPE ? cell + 1 : 0;
            break;
        case '<':
            cell = cell > 0 ? cell - 1 : TAPE - 1;
            break;
        case '+':
            tape[cell]++;
            break;
        case '-':
            tape[cell]--;
            break;
        case '.':
            putchar(tape[cell]);
            break;
        case '[':
            if (depth == DEPTH)
                return 1;
            loops[depth++] = at; // BUG: out-of-bounds
            break;
        case ']':
            if (tape[cell])
                at = loops[depth - 1]; // BUG: out-of-bounds
            else
                depth--;
            break;
        }
    }
    putchar('\n');
    return 0;
}
