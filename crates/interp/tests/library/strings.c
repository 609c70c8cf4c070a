/* <string.h>. */
static int sign(int number) { return (number > 0) - (number < 0); }

CASE(lengths) { printf("%zu %zu %zu %zu\n", strlen(""), strlen("abc"), strnlen("abcdef", 3), strnlen("ab", 5)); }
CASE(copies) { char b[8]; printf("%s %s\n", strcpy(b, "abc"), stpcpy(b, "xyz") - 3); }
CASE(bounded_copies) { char b[8] = "-------"; strncpy(b, "ab", 5); for (int i = 0; i < 8; i++) printf("%d ", b[i]); puts(""); }
CASE(stpncpy_tells_the_end) { char b[8]; printf("%td %td\n", stpncpy(b, "abc", 8) - b, stpncpy(b, "abcdefghij", 8) - b); }
CASE(appends) { char b[16] = "a"; strcat(b, "bc"); strncat(b, "defgh", 2); puts(b); }
CASE(comparisons) { printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("ab", "ab"), sign(strcmp("ab", "a"))); }
CASE(bounded_comparisons) { printf("%d %d %d\n", strncmp("abc", "abd", 2), sign(strncmp("abc", "abd", 3)), strncmp("x", "y", 0)); }
CASE(comparisons_without_case) { printf("%d %d %d\n", strcasecmp("AbC", "aBc"), sign(strcasecmp("a", "B")), strncasecmp("ABx", "aby", 2)); }
CASE(bytes_are_unsigned) { printf("%d %d\n", sign(strcmp("\xff", "a")), sign(memcmp("\x80", "\x7f", 1))); }
CASE(searches_for_characters) { const char *t = "hello"; printf("%td %td %d %td\n", strchr(t, 'l') - t, strrchr(t, 'l') - t, strchr(t, 'z') == NULL, strchr(t, 0) - t); }
CASE(strchrnul_finds_the_end) { const char *t = "abc"; printf("%td %td\n", strchrnul(t, 'b') - t, strchrnul(t, 'x') - t); }
CASE(searches_for_texts) { const char *t = "banana"; printf("%td %d %td\n", strstr(t, "nan") - t, strstr(t, "nab") == NULL, strstr(t, "") - t); }
CASE(strcasestr_ignores_case) { const char *t = "Hello"; printf("%td\n", strcasestr(t, "LL") - t); }
CASE(spans) { printf("%zu %zu %zu\n", strspn("aabbc", "ab"), strcspn("hello, world", ", "), strspn("x", "")); }
CASE(sets) { const char *t = "key=value"; printf("%s %d\n", strpbrk(t, "=:"), strpbrk(t, "!") == NULL); }
CASE(words_of_a_line) { char t[] = "  one two,three  "; for (char *w = strtok(t, " ,"); w; w = strtok(NULL, " ,")) printf("[%s]", w); puts(""); }
CASE(words_of_two_lines_at_once) { char a[] = "a-b", b[] = "x-y", *p, *q; printf("%s%s", strtok_r(a, "-", &p), strtok_r(b, "-", &q)); printf("%s%s\n", strtok_r(NULL, "-", &p), strtok_r(NULL, "-", &q)); }
CASE(fields_may_be_empty) { char t[] = "a::b", *p = t, *f; while ((f = strsep(&p, ":"))) printf("[%s]", f); puts(""); }
CASE(duplicates) { char *a = strdup("abc"), *b = strndup("abcdef", 2); printf("%s %s\n", a, b); free(a); free(b); }
CASE(blocks) { char b[8] = "abcdefg"; memmove(b + 2, b, 4); puts(b); memset(b, 'x', 3); puts(b); }
CASE(searches_in_blocks) { const char b[] = "a\0b\0c"; printf("%td %td %d\n", (char *)memchr(b, 'b', 5) - b, (char *)memrchr(b, 0, 5) - b, memchr(b, 'z', 5) == NULL); }
CASE(memmem_finds_blocks) { const char b[] = "aXbXYb"; printf("%td\n", (char *)memmem(b, 6, "XY", 2) - b); }
CASE(memccpy_stops) { char b[8] = ""; char *e = memccpy(b, "ab:cd", ':', 8); printf("%td %s\n", e - b, b); }
CASE(mempcpy_tells_the_end) { char b[8]; char *e = mempcpy(b, "abc", 3); *e = 0; puts(b); }
CASE(names_without_folders) { char a[] = "/usr/lib/", b[] = "file.c"; printf("%s %s\n", basename("/a/b.c"), dirname(a)); puts(dirname(b)); }
CASE(swapped_bytes) { char b[5] = ""; swab("abcd", b, 4); puts(b); }
CASE(collation_is_that_of_bytes) { char b[8]; printf("%zu %d\n", strxfrm(b, "abc", 8), sign(strcoll("a", "b"))); }
CASE(messages_of_errors) { printf("%s|%s\n", strerror(ENOENT), strerror(0)); }
