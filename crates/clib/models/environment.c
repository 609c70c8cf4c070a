/* The environment of a program that changes it: what it set is found first, then what it was given. */
#include "libc.h"

char *__heapproof_getenv(const char *name);

/* A variable that was set, or that is no more where it has no value. Whoever asked for a value may keep it, so that a
   variable that is set again stays behind the new one. */
struct variable {
    struct variable *next;
    char *name;
    char *value;
};

static struct variable *__libc_variables;
/* Whether what the program was given is no more, nor what it set from here on. */
static int __libc_is_cleared;
static struct variable *__libc_cleared;

static struct variable *__libc_find_variable(const char *name) {
    struct variable *at = __libc_variables;
    while (at != __libc_cleared && strcmp(at->name, name) != 0)
        at = at->next;
    return at == __libc_cleared ? NULL : at;
}

char *__libc_getenv(const char *name) {
    struct variable *found = __libc_find_variable(name);
    if (found != NULL)
        return found->value;
    return __libc_is_cleared ? NULL : __heapproof_getenv(name);
}

static char *__libc_copied(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

/* A variable with this name, which is found first from now on. */
static struct variable *__libc_new_variable(const char *name, size_t length) {
    struct variable *variable = malloc(sizeof *variable);
    if (variable == NULL)
        return NULL;
    variable->name = __libc_copied(name, length);
    if (variable->name == NULL) {
        free(variable);
        return NULL;
    }
    variable->value = NULL;
    variable->next = __libc_variables;
    __libc_variables = variable;
    return variable;
}

static size_t __libc_name_length(const char *name) {
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=')
        length++;
    return length;
}

int setenv(const char *name, const char *value, int replaces) {
    if (name == NULL || *name == 0 || name[__libc_name_length(name)] == '=') {
        errno = EINVAL;
        return -1;
    }
    if (!replaces && __libc_getenv(name) != NULL)
        return 0;
    char *copy = __libc_copied(value, strlen(value));
    struct variable *variable = copy == NULL ? NULL : __libc_new_variable(name, strlen(name));
    if (variable == NULL) {
        free(copy);
        errno = ENOMEM;
        return -1;
    }
    variable->value = copy;
    return 0;
}

int unsetenv(const char *name) {
    if (name == NULL || *name == 0 || name[__libc_name_length(name)] == '=') {
        errno = EINVAL;
        return -1;
    }
    struct variable *variable = __libc_new_variable(name, strlen(name));
    if (variable == NULL) {
        errno = ENOMEM;
        return -1;
    }
    variable->value = NULL;
    return 0;
}

int putenv(char *text) {
    size_t length = __libc_name_length(text);
    struct variable *variable = __libc_new_variable(text, length);
    if (variable == NULL) {
        errno = ENOMEM;
        return -1;
    }
    variable->value = text[length] == '=' ? text + length + 1 : NULL;
    return 0;
}

int clearenv(void) {
    __libc_cleared = __libc_variables;
    __libc_is_cleared = 1;
    return 0;
}
