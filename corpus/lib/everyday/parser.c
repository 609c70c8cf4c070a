// Parsers over buffers: a reader with a place and an end, out parameters that are set on success.
// command: lib
// functions: 11
// requires: reader_init: \valid(data + (0 .. size - 1))
// requires: peek: r != NULL
// requires: skip_spaces: r != NULL
// requires: read_byte: out != NULL; r != NULL
// requires: read_u16: out != NULL; r != NULL
// requires: read_number: out != NULL; r != NULL
// requires: digits: \valid(text + (0 .. n - 1))
// requires: is_hex: \valid(text + (0 .. n - 1))
// requires: find_byte: \valid(data + (0 .. n - 1))
// requires: checksum: \valid(data + (0 .. n - 1))
// requires: sum_numbers: r != NULL
#include <stddef.h>

struct reader {
    const unsigned char *data;
    size_t at, size;
};

int peek(const struct reader *r)
{
    return r->at < r->size ? r->data[r->at] : -1;
}

void skip_spaces(struct reader *r)
{
    while (r->at < r->size && r->data[r->at] == ' ')
        r->at++;
}

int read_byte(struct reader *r, unsigned *out)
{
    if (r->at >= r->size)
        return 0;
    *out = r->data[r->at];
    r->at++;
    return 1;
}

int read_u16(struct reader *r, unsigned *out)
{
    if (r->size - r->at < 2 || r->at > r->size)
        return 0;
    *out = r->data[r->at] | (unsigned)r->data[r->at + 1] << 8;
    r->at += 2;
    return 1;
}

int read_number(struct reader *r, unsigned *out)
{
    unsigned number = 0;
    size_t begin = r->at;
    while (r->at < r->size && r->data[r->at] >= '0' && r->data[r->at] <= '9') {
        number = number * 10 + (r->data[r->at] - '0');
        r->at++;
    }
    *out = number;
    return r->at > begin;
}

unsigned sum_numbers(struct reader *r)
{
    unsigned sum = 0, number;
    while (read_number(r, &number)) {
        sum += number;
        skip_spaces(r);
    }
    return sum;
}

size_t digits(const char *text, size_t n)
{
    size_t i = 0;
    while (i < n && text[i] >= '0' && text[i] <= '9')
        i++;
    return i;
}

int is_hex(const char *text, size_t n)
{
    static const char letters[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        int found = 0;
        for (size_t k = 0; k < 16; k++)
            if (text[i] == letters[k])
                found = 1;
        if (!found)
            return 0;
    }
    return 1;
}

size_t find_byte(const unsigned char *data, size_t n, unsigned char byte)
{
    for (size_t i = 0; i < n; i++)
        if (data[i] == byte)
            return i;
    return n;
}

unsigned checksum(const unsigned char *data, size_t n)
{
    unsigned a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

struct reader *reader_init(struct reader *r, const unsigned char *data, size_t size)
{
    if (!r || !data)
        return NULL;
    r->data = data;
    r->at = 0;
    r->size = size;
    return r;
}
