/* <regex.h>. What matches is for the engine that executes a program to say; explorers know where a match can lie. A
   compiled pattern is heap memory that regfree frees; the text of the pattern is kept in it. */
#include "libc.h"

#define REG_NOSUB 8
#define REG_NOMATCH 1
#define REG_ESPACE 12
#define MOST_ERRORS 17

typedef struct {
    char *text;
    size_t flags;
    size_t unused[4];
    size_t groups;
    size_t more;
} regex_t;

typedef struct {
    int start;
    int end;
} regmatch_t;

int regcomp(regex_t *restrict compiled, const char *restrict pattern, int flags) {
    size_t length = strlen(pattern);
    compiled->text = NULL;
    long outcome = __heapproof_system(SYS_MATCH, pattern, NULL, flags, 0, 0);
    __VERIFIER_assume(outcome >= 0 && outcome <= MOST_ERRORS && outcome != REG_NOMATCH);
    if (outcome != 0)
        return outcome;
    size_t groups;
    RECEIVE(groups);
    __VERIFIER_assume(groups <= length / 2);
    char *text = malloc(length + 1);
    if (text == NULL)
        return REG_ESPACE;
    memcpy(text, pattern, length + 1);
    compiled->text = text;
    compiled->flags = flags;
    compiled->groups = groups;
    return 0;
}

int regexec(const regex_t *restrict compiled, const char *restrict text, size_t count, regmatch_t matches[], int flags) {
    size_t length = strlen(text);
    long outcome = __heapproof_system(SYS_MATCH, compiled->text, text, compiled->flags, flags, 1);
    __VERIFIER_assume(outcome == 0 || outcome == REG_NOMATCH || outcome == REG_ESPACE);
    if (outcome != 0)
        return outcome;
    if (compiled->flags & REG_NOSUB)
        return 0;
    for (size_t i = 0; i < count; i++) {
        regmatch_t match = {-1, -1};
        if (i <= compiled->groups) {
            RECEIVE(match.start);
            RECEIVE(match.end);
            int is_inside = match.start >= 0 && match.start <= match.end && (size_t)match.end <= length;
            __VERIFIER_assume(is_inside || (i > 0 && match.start == -1 && match.end == -1));
        }
        matches[i] = match;
    }
    return 0;
}

void regfree(regex_t *compiled) {
    free(compiled->text);
    compiled->text = NULL;
}

size_t regerror(int number, const regex_t *compiled, char *to, size_t size) {
    static const char text[] = "Invalid regular expression";
    if (size > 0) {
        size_t kept = size < sizeof text ? size : sizeof text;
        memcpy(to, text, kept - 1);
        to[kept - 1] = 0;
    }
    return sizeof text;
}
