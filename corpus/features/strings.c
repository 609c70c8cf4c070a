// The string functions of the C library.
// verdict: safe
#include <assert.h>
#include <string.h>

int main(void) {
    char text[32] = "key = value";
    char *equals = strchr(text, '=');
    assert(equals == text + 4 && strrchr(text, 'e') == text + 10);
    assert(strstr(text, "val") == text + 6 && !strstr(text, "vale"));
    assert(strcmp("abc", "abd") < 0 && strncmp("abc", "abd", 2) == 0);
    assert(strspn(text, "yek") == 3 && strcspn(text, "= ") == 3);
    assert(memchr(text, 'y', 3) == text + 2 && !memchr(text, 'y', 2));
    char *word = strtok(text, " =");
    assert(strcmp(word, "key") == 0);
    word = strtok(NULL, " =");
    assert(strcmp(word, "value") == 0 && !strtok(NULL, " ="));
    strncat(strcpy(text, "ab"), "cdef", 2);
    assert(strcmp(text, "abcd") == 0 && strlen(text) == 4);
    return 0;
}
