/* <stdio.h> for streams that the program opens. The standard streams are primitives; where a program can have others,
   the functions named __libc_… here take the place of the primitives and tell both apart. A stream is heap memory that
   the library keeps until it is closed. */
#include "libc.h"

typedef __builtin_va_list va_list;

int __heapproof_fgetc(void *stream);
int __heapproof_ungetc(int c, void *stream);
char *__heapproof_fgets(char *to, int size, void *stream);
size_t __heapproof_fread(void *to, size_t size, size_t count, void *stream);
int __heapproof_feof(void *stream);
int __heapproof_ferror(void *stream);
void __heapproof_clearerr(void *stream);
int __heapproof_fclose(void *stream);
int __heapproof_fileno(void *stream);
int __heapproof_fputc(int c, void *stream);
int __heapproof_fputs(const char *text, void *stream);
size_t __heapproof_fwrite(const void *from, size_t size, size_t count, void *stream);
int __heapproof_vfprintf(void *stream, const char *format, va_list args);
int __heapproof_vfscanf(void *stream, const char *format, va_list args);
int __heapproof_fflush(void *stream);
int __heapproof_setbuf(void *stream, void *buffer);
long __heapproof_write(int descriptor, const void *from, size_t count);
int vdprintf(int descriptor, const char *format, va_list args);
int vasprintf(char **to, const char *format, va_list args);

#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define MOST_DESCRIPTORS 1048576
#define FIRST_ROOM 64
#define ENOSPC 28

typedef struct __libc_file {
    /* All open streams are in a list, which is how the library keeps them. */
    struct __libc_file *next;
    int descriptor;
    char is_at_end;
    char has_failed;
    /* A character that was put back. */
    char has_back;
    unsigned char back;
    /* A buffer that the program gave it, which has to be there as long as it is open. */
    const char *buffer;
    size_t buffer_size;
    /* Memory that it reads from instead of a file, and writes to where it may. */
    unsigned char *memory;
    size_t size;
    size_t at;
    char is_written;
    /* Where the program wants to be told of memory that grows. */
    char **told;
    size_t *told_size;
} FILE;

static FILE *__libc_files;

long __libc_outcome(long outcome, long most) {
    __VERIFIER_assume(outcome >= -133 && outcome <= most);
    if (outcome < 0) {
        errno = -outcome;
        return -1;
    }
    return outcome;
}

static FILE *__libc_stream(int descriptor) {
    FILE *stream = malloc(sizeof *stream);
    if (stream == NULL)
        return NULL;
    stream->descriptor = descriptor;
    stream->is_at_end = 0;
    stream->has_failed = 0;
    stream->has_back = 0;
    stream->buffer = NULL;
    stream->memory = NULL;
    stream->told = NULL;
    stream->is_written = 0;
    stream->next = __libc_files;
    __libc_files = stream;
    return stream;
}

/* A buffer of the program may be used by whatever is done with its stream. */
static void __libc_use(const FILE *stream) {
    if (stream->buffer != NULL)
        __heapproof_readable(stream->buffer, stream->buffer_size);
}

/* The flags for a mode, or -1. */
static int __libc_mode(const char *mode) {
    int flags;
    switch (*mode) {
    case 'r':
        flags = 0;
        break;
    case 'w':
        flags = O_WRONLY | O_CREAT | O_TRUNC;
        break;
    case 'a':
        flags = O_WRONLY | O_CREAT | O_APPEND;
        break;
    default:
        errno = EINVAL;
        return -1;
    }
    for (mode++; *mode != 0 && *mode != ','; mode++) {
        if (*mode == '+')
            flags = (flags & ~O_WRONLY) | O_RDWR;
        else if (*mode == 'x')
            flags |= O_EXCL;
    }
    return flags;
}

/* A descriptor for a file that is opened, or -1. */
static int __libc_open(const char *path, int flags) {
    CHECK_STRING(path);
    long descriptor = __libc_outcome(__heapproof_system(SYS_OPEN, path, NULL, flags, 0666, 0), MOST_DESCRIPTORS);
    __VERIFIER_assume(descriptor < 0 || descriptor > 2);
    return descriptor;
}

static void __libc_close(int descriptor) {
    __heapproof_system(SYS_CLOSE, NULL, NULL, descriptor, 0, 0);
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
    int flags = __libc_mode(mode);
    if (flags < 0)
        return NULL;
    int descriptor = __libc_open(path, flags);
    if (descriptor < 0)
        return NULL;
    FILE *stream = __libc_stream(descriptor);
    if (stream == NULL)
        __libc_close(descriptor);
    return stream;
}

FILE *fdopen(int descriptor, const char *mode) {
    if (__libc_mode(mode) < 0)
        return NULL;
    if (descriptor < 0) {
        errno = EBADF;
        return NULL;
    }
    return __libc_stream(descriptor);
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
    int flags = __libc_mode(mode);
    if (path == NULL)
        __heapproof_unsupported("the mode of a stream is changed");
    if (flags < 0)
        return NULL;
    if (__heapproof_is_standard(stream)) {
        /* Where it fails nothing is read or written by the stream any more. */
        CHECK_STRING(path);
        int number = __heapproof_fileno(stream);
        if (__libc_outcome(__heapproof_system(SYS_REOPEN, path, NULL, flags, 0666, number), 0) < 0)
            return NULL;
        __heapproof_clearerr(stream);
        return stream;
    }
    if (stream->memory == NULL)
        __libc_close(stream->descriptor);
    stream->descriptor = __libc_open(path, flags);
    stream->memory = NULL;
    stream->told = NULL;
    stream->buffer = NULL;
    stream->is_at_end = 0;
    stream->has_failed = 0;
    stream->has_back = 0;
    return stream->descriptor < 0 ? NULL : stream;
}

FILE *fmemopen(void *buffer, size_t size, const char *mode) {
    int flags = __libc_mode(mode);
    if (flags < 0)
        return NULL;
    if (flags & O_APPEND || buffer == NULL)
        __heapproof_unsupported("a stream that appends to memory, or has memory of its own");
    FILE *stream = __libc_stream(-1);
    if (stream == NULL)
        return NULL;
    stream->memory = buffer;
    stream->size = size;
    stream->at = 0;
    stream->is_written = flags != 0;
    if (flags & O_TRUNC && size > 0)
        stream->memory[0] = 0;
    return stream;
}

/* Memory that grows. The program sees it when the stream is flushed or closed. */
FILE *open_memstream(char **text, size_t *size) {
    FILE *stream = __libc_stream(-1);
    if (stream == NULL)
        return NULL;
    stream->memory = malloc(FIRST_ROOM);
    if (stream->memory == NULL) {
        __libc_files = stream->next;
        free(stream);
        return NULL;
    }
    stream->memory[0] = 0;
    stream->size = FIRST_ROOM;
    stream->at = 0;
    stream->is_written = 1;
    stream->told = text;
    stream->told_size = size;
    return stream;
}

static void __libc_tell(FILE *stream) {
    if (stream->told == NULL)
        return;
    *stream->told = (char *)stream->memory;
    *stream->told_size = stream->at;
}

FILE *tmpfile(void) {
    long descriptor = __libc_outcome(__heapproof_system(SYS_TMPFILE, NULL, NULL, 0, 0, 0), MOST_DESCRIPTORS);
    if (descriptor < 0)
        return NULL;
    __VERIFIER_assume(descriptor > 2);
    return __libc_stream(descriptor);
}

int __libc_fclose(FILE *stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_fclose(stream);
    __libc_use(stream);
    __libc_tell(stream);
    int descriptor = stream->descriptor;
    int is_file = stream->memory == NULL;
    FILE **at = &__libc_files;
    while (*at != stream)
        at = &(*at)->next;
    *at = stream->next;
    free(stream);
    if (!is_file)
        return 0;
    return __libc_outcome(__heapproof_system(SYS_CLOSE, NULL, NULL, descriptor, 0, 0), 0);
}

/* Up to so many bytes, up to a delimiter where it is one; how many there will be. */
static size_t __libc_fill(FILE *stream, size_t most, int delimiter) {
    int call = delimiter < 0 ? SYS_READ : SYS_READ_TO;
    __libc_use(stream);
    if (most > __LONG_MAX__)
        most = __LONG_MAX__;
    long count = __libc_outcome(__heapproof_system(call, NULL, NULL, stream->descriptor, most, delimiter), most);
    if (count < 0) {
        stream->has_failed = 1;
        return 0;
    }
    if (count == 0)
        stream->is_at_end = 1;
    return count;
}

int __libc_fgetc(FILE *stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_fgetc(stream);
    if (stream->has_back) {
        stream->has_back = 0;
        return stream->back;
    }
    if (stream->memory != NULL) {
        if (stream->at < stream->size)
            return stream->memory[stream->at++];
        stream->is_at_end = 1;
        return EOF;
    }
    if (__libc_fill(stream, 1, -1) == 0)
        return EOF;
    unsigned char c;
    __heapproof_received(&c, 1);
    return c;
}

int __libc_ungetc(int c, FILE *stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_ungetc(c, stream);
    if (c == EOF)
        return EOF;
    if (stream->has_back)
        __heapproof_unsupported("a second character is put back, which may fail");
    stream->has_back = 1;
    stream->back = c;
    stream->is_at_end = 0;
    return stream->back;
}

char *__libc_fgets(char *restrict to, int size, FILE *restrict stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_fgets(to, size, stream);
    if (size <= 0)
        return NULL;
    size_t length = 0, most = size - 1;
    if (stream->has_back && most > 0) {
        stream->has_back = 0;
        to[length++] = stream->back;
    }
    if (stream->memory != NULL) {
        while (length < most && (length == 0 || to[length - 1] != '\n') && stream->at < stream->size)
            to[length++] = stream->memory[stream->at++];
        if (length < most && stream->at == stream->size)
            stream->is_at_end = 1;
    } else if (length < most && (length == 0 || to[0] != '\n')) {
        size_t count = __libc_fill(stream, most - length, '\n');
        if (stream->has_failed && count == 0)
            return NULL;
        __heapproof_received(to + length, count);
        length += count;
    }
    if (length == 0 && most > 0)
        return NULL;
    to[length] = 0;
    return to;
}

size_t __libc_fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_fread(to, size, count, stream);
    /* The product wraps around, as in the GNU library. */
    size_t all = size * count, length = 0;
    if (all == 0)
        return 0;
    if (stream->has_back) {
        stream->has_back = 0;
        *(unsigned char *)to = stream->back;
        length = 1;
    }
    if (stream->memory != NULL) {
        while (length < all && stream->at < stream->size)
            ((unsigned char *)to)[length++] = stream->memory[stream->at++];
        if (length < all)
            stream->is_at_end = 1;
    } else if (length < all) {
        size_t got = __libc_fill(stream, all - length, -1);
        __heapproof_received((char *)to + length, got);
        if (got < all - length && !stream->has_failed)
            stream->is_at_end = 1;
        length += got;
    }
    return length == all ? count : length / size;
}

int __libc_feof(FILE *stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_feof(stream);
    return stream->is_at_end;
}

int __libc_ferror(FILE *stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_ferror(stream);
    return stream->has_failed;
}

void __libc_clearerr(FILE *stream) {
    if (__heapproof_is_standard(stream)) {
        __heapproof_clearerr(stream);
        return;
    }
    stream->is_at_end = 0;
    stream->has_failed = 0;
}

int __libc_fileno(FILE *stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_fileno(stream);
    return stream->descriptor;
}

/* Whether so much was written; notes where it was not: the stream may be open for reading alone, or its device full. */
static int __libc_is_put(FILE *stream, long count) {
    __libc_use(stream);
    if (count >= 0 && __libc_outcome(__heapproof_system(SYS_ROOM, NULL, NULL, stream->descriptor, count, 0), 0) == 0)
        return 1;
    stream->has_failed = 1;
    return 0;
}

/* Room for so many more bytes and a zero in memory that grows; whether there is. */
static int __libc_grow(FILE *stream, size_t count) {
    if (count < stream->size - stream->at)
        return 1;
    if (stream->told == NULL)
        return 0;
    size_t room = 2 * stream->size + count;
    unsigned char *larger = realloc(stream->memory, room);
    if (larger == NULL)
        return 0;
    stream->memory = larger;
    stream->size = room;
    return 1;
}

/* Writes to memory: all where there is room, with a zero behind where there is room for that, too. */
static int __libc_put_memory(FILE *stream, const void *from, size_t count) {
    if (!stream->is_written) {
        errno = EBADF;
        stream->has_failed = 1;
        return 0;
    }
    int has_room = __libc_grow(stream, count);
    if (!has_room && count > stream->size - stream->at) {
        errno = ENOSPC;
        stream->has_failed = 1;
        return 0;
    }
    memcpy(stream->memory + stream->at, from, count);
    stream->at += count;
    if (has_room)
        stream->memory[stream->at] = 0;
    return 1;
}

/* Writes all, or nothing that anybody can rely on. */
static int __libc_put(FILE *stream, const void *from, size_t count) {
    if (stream->memory != NULL)
        return __libc_put_memory(stream, from, count);
    return __libc_is_put(stream, __heapproof_write(stream->descriptor, from, count));
}

int __libc_fputc(int c, FILE *stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_fputc(c, stream);
    unsigned char byte = c;
    return __libc_put(stream, &byte, 1) ? byte : EOF;
}

int __libc_fputs(const char *restrict text, FILE *restrict stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_fputs(text, stream);
    return __libc_put(stream, text, strlen(text)) ? 1 : EOF;
}

size_t __libc_fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict stream) {
    if (__heapproof_is_standard(stream))
        return __heapproof_fwrite(from, size, count, stream);
    if (size == 0 || count == 0)
        return 0;
    if (__libc_put(stream, from, size * count))
        return count;
    size_t part = __heapproof_any();
    __VERIFIER_assume(part < count);
    return part;
}

int __libc_vfprintf(FILE *restrict stream, const char *restrict format, va_list args) {
    if (__heapproof_is_standard(stream))
        return __heapproof_vfprintf(stream, format, args);
    if (stream->memory != NULL) {
        char *text;
        int length = vasprintf(&text, format, args);
        if (length < 0)
            return -1;
        int is_put = __libc_put_memory(stream, text, length);
        free(text);
        return is_put ? length : -1;
    }
    int count = vdprintf(stream->descriptor, format, args);
    return __libc_is_put(stream, count) ? count : -1;
}

int __libc_fprintf(FILE *restrict stream, const char *restrict format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    int count = __libc_vfprintf(stream, format, args);
    __builtin_va_end(args);
    return count;
}

int __libc_scan_stream(FILE *stream, const char *format, va_list args);

int __libc_vfscanf(FILE *restrict stream, const char *restrict format, va_list args) {
    if (__heapproof_is_standard(stream))
        return __heapproof_vfscanf(stream, format, args);
    return __libc_scan_stream(stream, format, args);
}

int __libc_fscanf(FILE *restrict stream, const char *restrict format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    int count = __libc_vfscanf(stream, format, args);
    __builtin_va_end(args);
    return count;
}

int __libc_fflush(FILE *stream) {
    if (stream == NULL || __heapproof_is_standard(stream))
        return __heapproof_fflush(stream);
    if (stream->memory != NULL) {
        __libc_tell(stream);
        return 0;
    }
    return __libc_is_put(stream, 0) ? 0 : EOF;
}

#define UNBUFFERED 2
#define BUFFER_BYTES 8192

/* What a buffer holds nobody sees before the stream is closed. */
int __libc_setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
    if (__heapproof_is_standard(stream))
        return __heapproof_setbuf(stream, buffer);
    stream->buffer = mode == UNBUFFERED ? NULL : buffer;
    stream->buffer_size = size;
    __libc_use(stream);
    return 0;
}

void __libc_setbuf(FILE *restrict stream, char *restrict buffer) {
    __libc_setvbuf(stream, buffer, buffer == NULL ? UNBUFFERED : 0, BUFFER_BYTES);
}

void __libc_setlinebuf(FILE *stream) {
    __libc_setvbuf(stream, NULL, 1, 0);
}

void __libc_setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) {
    __libc_setvbuf(stream, buffer, 0, size);
}

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

static long __libc_seek(FILE *stream, long offset, int whence) {
    if (__heapproof_is_standard(stream))
        __heapproof_unsupported("a standard stream is positioned");
    if (stream->memory != NULL) {
        long from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (long)stream->at : (long)stream->size;
        if (stream->told != NULL)
            __heapproof_unsupported("a stream to memory that grows is positioned");
        if (from + offset < 0 || (size_t)(from + offset) > stream->size) {
            errno = EINVAL;
            return -1;
        }
        stream->at = from + offset;
        return stream->at;
    }
    return __libc_outcome(__heapproof_system(SYS_SEEK, NULL, NULL, stream->descriptor, offset, whence), __LONG_MAX__);
}

int fseek(FILE *stream, long offset, int whence) {
    if (!__heapproof_is_standard(stream) && stream->has_back && whence == SEEK_CUR)
        offset--;
    if (__libc_seek(stream, offset, whence) < 0)
        return -1;
    stream->has_back = 0;
    stream->is_at_end = 0;
    return 0;
}

long ftell(FILE *stream) {
    long at = __libc_seek(stream, 0, SEEK_CUR);
    return at > 0 && stream->has_back ? at - 1 : at;
}

void rewind(FILE *stream) {
    fseek(stream, 0, SEEK_SET);
    stream->has_failed = 0;
}

typedef struct {
    long at;
    long rest[1];
} position;

int fgetpos(FILE *restrict stream, position *restrict to) {
    long at = ftell(stream);
    if (at < 0)
        return -1;
    to->at = at;
    return 0;
}

int fsetpos(FILE *stream, const position *from) {
    return fseek(stream, from->at, SEEK_SET);
}

/* Lines of any length. */

int __libc_is_plain(FILE *stream) {
    return !__heapproof_is_standard(stream) && stream->memory == NULL && !stream->has_back;
}

/* A line of a file at once: its length, then its bytes. */
long __libc_file_line(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream) {
    size_t length = __libc_fill(stream, __LONG_MAX__ / 4, delimiter & 255);
    size_t room = length + 1 < 120 ? 120 : length + 1;
    if (*line == NULL || *size < room) {
        char *larger = realloc(*line, room);
        if (larger == NULL)
            return -1;
        *line = larger;
        *size = room;
    }
    if (length == 0)
        return -1;
    __heapproof_received(*line, length);
    (*line)[length] = 0;
    return length;
}
