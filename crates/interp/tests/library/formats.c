/* printf, scanf and their kin. */
static int list(char *to, size_t size, const char *format, ...) { va_list l; va_start(l, format); int n = vsnprintf(to, size, format, l); va_end(l); return n; }
static int read_list(const char *from, const char *format, ...) { va_list l; va_start(l, format); int n = vsscanf(from, format, l); va_end(l); return n; }

CASE(cut_texts) { char b[5]; printf("%d %s\n", snprintf(b, sizeof b, "%s-%d", "abc", 42), b); }
CASE(texts_with_widths) { printf("[%5s][%-5s][%.2s][%*s]\n", "ab", "ab", "abc", 4, "x"); }
CASE(numbers_with_flags) { printf("[%05d][%+d][%x][%#o][% d]\n", 42, 7, 255, 8, 3); }
CASE(long_numbers) { printf("%ld %lld %zu %hhd %hu\n", -1L, 1LL << 40, (size_t)9, 300, 70000); }
CASE(floats_in_texts) { printf("%f %.2e %g %G\n", 1.5, 12345.678, 0.0001, 1e20); }
CASE(lists_of_arguments) { char b[32]; printf("%d %s\n", list(b, sizeof b, "%c%s", 'a', "bc"), b); }
CASE(allocated_texts) { char *t; printf("%d ", asprintf(&t, "%d+%d", 1, 2)); puts(t); free(t); }
CASE(counted_so_far) { int n; printf("abc%n", &n); printf(" %d\n", n); }
CASE(numbers_are_read) { int a, b; printf("%d ", sscanf("12 -7", "%d %d", &a, &b)); printf("%d %d\n", a, b); }
CASE(words_are_read) { char a[8], b[8]; printf("%d ", sscanf("  one two", "%7s %7s", a, b)); printf("%s %s\n", a, b); }
CASE(sets_are_read) { char a[8], b[8]; printf("%d ", sscanf("abc:123", "%7[a-z]:%7[^:]", a, b)); printf("%s %s\n", a, b); }
CASE(reading_stops) { int a = 0, b = 0; printf("%d %d\n", sscanf("5 x", "%d %d", &a, &b), a); }
CASE(nothing_to_read) { int a; printf("%d\n", sscanf("", "%d", &a)); }
CASE(skipped_fields) { int b, n; printf("%d ", sscanf("1 2 3", "%*d %d%n", &b, &n)); printf("%d %d\n", b, n); }
CASE(other_bases) { unsigned a, b; sscanf("ff 17", "%x %o", &a, &b); printf("%u %u\n", a, b); }
CASE(characters_are_read) { char c[3]; sscanf("a b", "%c%2c", &c[0], &c[1]); printf("%c%c%c\n", c[0], c[1], c[2]); }
CASE(floats_are_read) { float f; double d; sscanf("1.5 2e3", "%f %lf", &f, &d); printf("%.1f %.0f\n", f, d); }
CASE(lists_are_read) { int a, b; printf("%d %d\n", read_list("3,4", "%d,%d", &a, &b), a + b); }
CASE(lines_of_the_input) { char l[16]; printf("%s", fgets(l, sizeof l, stdin)); printf("[%s]\n", fgets(l, 4, stdin)); }
CASE(characters_of_the_input) { int c = getchar(); printf("%c", c); ungetc('!', stdin); printf("%c%c\n", getc(stdin), fgetc(stdin)); }
CASE(numbers_of_the_input) { int a, b; printf("%d ", scanf("%d%d", &a, &b)); printf("%d\n", a + b); }
CASE(lines_of_any_length) { char *l = NULL; size_t n = 0; ssize_t r; while ((r = getline(&l, &n, stdin)) > 0) printf("%zd:%s|", r, l); free(l); puts(""); }
CASE(the_input_ends) { printf("%d %d %d\n", getchar(), !!feof(stdin), ferror(stdin)); }
CASE(output_by_characters) { putchar('a'); putc('b', stdout); fputc('c', stdout); fputs("d\n", stdout); }
CASE(output_by_blocks) { printf("%zu\n", fwrite("abcdef", 2, 3, stdout)); }
