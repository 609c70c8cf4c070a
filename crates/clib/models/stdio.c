/* <stdio.h>: what can be said with the primitives that read a character. */
#include "libc.h"

/* Room for a line whose buffer has none yet, as the GNU library takes it. */
#define FIRST_ROOM 120

int getchar(void);
int fgetc(void *stream);
int __libc_is_plain(void *stream);
long __libc_file_line(char **restrict line, size_t *restrict size, int delimiter, void *restrict stream);

/* The buffer is there even where the input is at its end: whoever asked for it frees it. */
static long __libc_line(char **restrict line, size_t *restrict size, int delimiter, void *restrict stream) {
    if (*line == NULL || *size == 0) {
        char *first = realloc(*line, FIRST_ROOM);
        if (first == NULL)
            return -1;
        *line = first;
        *size = FIRST_ROOM;
    }
    size_t length = 0;
    int c = 0;
    do {
        c = fgetc(stream);
        if (c == EOF)
            break;
        if (length + 2 > *size) {
            size_t room = 2 * *size > length + 2 ? 2 * *size : length + 2;
            char *larger = realloc(*line, room);
            if (larger == NULL)
                return -1;
            *line = larger;
            *size = room;
        }
        (*line)[length++] = c;
    } while (c != delimiter);
    if (length == 0)
        return -1;
    (*line)[length] = 0;
    return length;
}

long getdelim(char **restrict line, size_t *restrict size, int delimiter, void *restrict stream) {
    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    return __libc_line(line, size, delimiter, stream);
}

/* The same where a stream may be a file. */
long __libc_getdelim(char **restrict line, size_t *restrict size, int delimiter, void *restrict stream) {
    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (__libc_is_plain(stream))
        return __libc_file_line(line, size, delimiter, stream);
    return __libc_line(line, size, delimiter, stream);
}

long getline(char **restrict line, size_t *restrict size, void *restrict stream) {
    return getdelim(line, size, '\n', stream);
}

char *gets(char *buffer) {
    char *at = buffer;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        *at++ = c;
    if (c == EOF && at == buffer)
        return NULL;
    *at = 0;
    return buffer;
}
