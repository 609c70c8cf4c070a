// A buffer of numbers of a fixed size that is filled, shortened to a length that is asked for, and shown.
// verdict: safe
// paths: unbounded
#include <stdio.h>

struct buffer {
    int length;
    int numbers[50];
};

static void shorten(struct buffer *buffer, int length) {
    if (length < 0)
        return;
    buffer->length = length < buffer->length ? length : buffer->length;
}

int main(void) {
    struct buffer buffer;
    buffer.length = 0;
    char command;
    int number;
    while (scanf(" %c %d", &command, &number) == 2) {
        switch (command) {
        case 'a':
            if (buffer.length < 50)
                buffer.numbers[buffer.length++] = number;
            break;
        case 's':
            shorten(&buffer, number);
            break;
        default:
            for (int i = 0; i < buffer.length; i++)
                printf("%d\n", buffer.numbers[i]);
        }
    }
    return 0;
}
