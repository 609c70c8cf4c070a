// A text of the whole size has no end.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 32

static const char *value(const char *p, int depth);

static const char *skip(const char *p) {
    while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')
        p++;
    return p;
}

static const char *string(const char *p) {
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && *++p == '\0')
            return NULL;
    return *p == '"' ? p + 1 : NULL;
}

static const char *sequence(const char *p, int depth, char close, int keys) {
    p = skip(p + 1);
    if (*p == close)
        return p + 1;
    for (;;) {
        if (keys) {
            if (*p != '"' || (p = string(p)) == NULL)
                return NULL;
            p = skip(p);
            if (*p++ != ':')
                return NULL;
        }
        p = value(skip(p), depth);
        if (p == NULL)
            return NULL;
        p = skip(p);
        if (*p == close)
            return p + 1;
        if (*p != ',')
            return NULL;
        p = skip(p + 1);
    }
}

static const char *value(const char *p, int depth) {
    static const char *const words[] = {"true", "false", "null"};
    if (depth == 0)
        return NULL;
    if (*p == '{')
        return sequence(p, depth - 1, '}', 1);
    if (*p == '[')
        return sequence(p, depth - 1, ']', 0);
    if (*p == '"')
        return string(p);
    for (int i = 0; i < 3; i++)
        if (strncmp(p, words[i], strlen(words[i])) == 0)
            return p + strlen(words[i]);
    if (*p == '-')
        p++;
    if (!isdigit((unsigned char)*p))
        return NULL;
    while (isdigit((unsigned char)*p) || *p == '.')
        p++;
    return p;
}

int main(void) {
    static char text[4096];
    size_t n = fread(text, 1, sizeof text, stdin);
    text[n] = '\0'; // BUG: out-of-bounds
    const char *end = value(skip(text), DEPTH);
    if (end == NULL || *skip(end) != '\0') {
        puts("no");
        return 1;
    }
    puts("yes");
    return 0;
}
