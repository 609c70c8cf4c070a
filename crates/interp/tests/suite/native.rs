//! The same output and exit code as the compiled program.

use super::{compile, file, run_program};
use interp::{Config, Stdin};
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a program compiled by clang and in the interpreter with the same input, and compares.
fn compare_with(source: &str, flags: &[&str], input: &str) {
    let path = file(source);
    let binary = path.with_extension("exe");
    let status = Command::new("clang-19")
        .args(["-w", "-O0"])
        .args(flags)
        .arg(&path)
        .arg("-o")
        .arg(&binary)
        .arg("-lm")
        .status()
        .expect("clang runs");
    assert!(status.success(), "the program compiles");
    let mut child =
        Command::new(&binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    let native = child.wait_with_output().expect("the program ends");
    let config = Config { stdin: Stdin::Bytes(input.into()), ..Config::default() };
    let (report, output) = run_program(&compile(source, flags), &config);
    assert_eq!(output, String::from_utf8_lossy(&native.stdout), "{source}");
    let code = report.outcome.shell_code().map(i32::from);
    assert_eq!(code, native.status.code(), "{:?}\n{source}", report.outcome);
}

fn compare(source: &str) {
    compare_with(source, &[], "");
}

#[test]
fn formats_of_integers() {
    let flags = ["", "-", "+", " ", "#", "0", "-#", "+0", "#0", "- +"];
    let widths = ["", "1", "8", ".0", ".5", "8.5", "12.0"];
    let mut calls = String::new();
    for flag in flags {
        for width in widths {
            for conversion in ["d", "i", "u", "x", "X", "o", "hhd", "hu", "ld", "llx", "zu", "jd", "c"] {
                for value in ["0", "1", "-1", "12345", "2147483647"] {
                    let cast = match conversion {
                        "ld" | "zu" => "(long)",
                        "llx" | "jd" => "(long long)",
                        _ => "",
                    };
                    calls += &format!("printf(\"[%{flag}{width}{conversion}]\\n\", {cast}{value});\n");
                }
            }
        }
    }
    compare(&format!("#include <stdio.h>\nint main(void) {{\n{calls}return 0; }}"));
}

#[test]
fn formats_of_floats() {
    let flags = ["", "-", "+", " ", "#", "0", "-#"];
    let widths = ["", "12", ".0", ".1", ".3", "14.2", ".20", "30.17"];
    let values = [
        "0.0",
        "-0.0",
        "1.0",
        "0.5",
        "2.5",
        "0.1",
        "123456789.0",
        "1e-5",
        "0.0001",
        "9.9999999",
        "1e100",
        "1e22",
        "5e-324",
        "1.7976931348623157e308",
        "-3.14159",
        "1/zero",
        "-1/zero",
        "99999.5",
        "0.00001234565",
    ];
    let mut calls = String::new();
    for flag in flags {
        for width in widths {
            for conversion in ["f", "e", "g", "G", "E", "a", "A"] {
                for value in values {
                    calls += &format!("printf(\"[%{flag}{width}{conversion}]\\n\", {value});\n");
                }
            }
        }
    }
    compare(&format!("#include <stdio.h>\nint main(void) {{ volatile double zero = 0;\n{calls}return 0; }}"));
    let mut calls = String::new();
    for width in ["", ".0", ".3", ".25", "40.10"] {
        for conversion in ["Lf", "Le", "Lg", "La"] {
            for value in ["1.0L", "0.1L", "3.3621e-4932L", "1.0L/3", "123456.789L", "-0.0L", "1e30L"] {
                calls += &format!("printf(\"[%{width}{conversion}]\\n\", {value});\n");
            }
        }
    }
    compare(&format!("#include <stdio.h>\nint main(void) {{\n{calls}return 0; }}"));
}

#[test]
fn formats_of_the_rest() {
    compare(
        r#"#include <stdio.h>
        #include <stdarg.h>
        #include <string.h>
        static int show(char *to, size_t size, const char *format, ...) {
            va_list list;
            va_start(list, format);
            int length = vsnprintf(to, size, format, list);
            va_end(list);
            return length;
        }
        int main(void) {
            char b[40];
            int n = -1, m;
            printf("%s|%10s|%-10s|%.2s|%c%c|%%|%5%|\n", "abc", "abc", "abc", "abc", 'x', 'y');
            printf("%*d|%-*d|%.*f|%.*d\n", 6, 42, 6, 42, 2, 3.14159, -1, 7);
            printf("abc%n def\n", &n);
            printf("%d %2$d %1$d\n", n, 5);
            printf("%p\n", (void *)0);
            m = snprintf(b, 5, "%d", 1234567);
            printf("%s %d\n", b, m);
            m = show(b, sizeof b, "%d %s %f %c %ld %Lf %d %d %d %d %g", 1, "two", 3.0, '4', 5L, 6.0L, 7, 8, 9, 10, 11.5);
            printf("%s %d\n", b, m);
            m = show(0, 0, "%f %f %f %f %f %f %f %f %f %f %d", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11);
            printf("%d\n", m);
            puts("done");
            putchar('!');
            fputs("out\n", stdout);
            fwrite("xyz\n", 1, 4, stdout);
            return fprintf(stdout, "%hhd %hd\n", 300, 70000);
        }"#,
    );
}

#[test]
fn strings() {
    compare(
        r#"#include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <strings.h>
        #include <ctype.h>
        static int sign(int x) { return (x > 0) - (x < 0); }
        int main(void) {
            const char *words[] = {"", "a", "abc", "abd", "ABC", "hello world", "hello", "\x80\xff"};
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++) {
                    const char *a = words[i], *b = words[j];
                    char *s = strstr(a, b), *p = strpbrk(a, b);
                    printf("%d %d %d %d %zu %zu %ld %ld\n", sign(strcmp(a, b)), sign(strncmp(a, b, 2)),
                           sign(strcasecmp(a, b)), sign(strncasecmp(a, b, 3)), strspn(a, b), strcspn(a, b),
                           s ? s - a : -1, p ? p - a : -1);
                }
            char text[] = "  one,two;;three ", *rest;
            for (char *t = strtok(text, " ,;"); t; t = strtok(0, " ,;")) printf("<%s>", t);
            char more[] = "a-b-c";
            for (char *t = strtok_r(more, "-", &rest); t; t = strtok_r(0, "-", &rest)) printf("<%s>", t);
            char b[20];
            memset(b, '.', 20);
            strncpy(b, "hi", 5);
            for (int i = 0; i < 7; i++) printf("%d,", b[i]);
            strcpy(b, "x"); strcat(b, "yz"); strncat(b, "12345", 2);
            printf("%s %s %s %ld\n", b, strchr(b, 'y'), strrchr(b, '2'), (long)(strchr(b, 0) - b));
            printf("%d %d %p\n", sign(memcmp("abc", "abd", 3)), memcmp("abc", "abd", 2), memchr("abc", 'x', 3));
            char *d = strdup("copy"), *e = strndup("copying", 3);
            printf("%s %s\n", d, e);
            free(d); free(e);
            for (int c = -1; c < 256; c++)
                printf("%d%d%d%d%d%d%d%d%d%d%d %d %d\n", !!isalpha(c), !!isdigit(c), !!isalnum(c), !!isspace(c),
                       !!isupper(c), !!islower(c), !!ispunct(c), !!isprint(c), !!isgraph(c), !!iscntrl(c),
                       !!isxdigit(c), toupper(c), tolower(c));
            return 0;
        }"#,
    );
}

#[test]
fn numbers_from_text() {
    compare(
        r#"#include <stdio.h>
        #include <stdlib.h>
        #include <errno.h>
        int main(void) {
            const char *texts[] = {"0", "42", "  -17x", "+5", "0x1fz", "0x", "077", "08", "zz", "", "-",
                "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
                "99999999999999999999", "2147483648", "1e5", "0.1", ".5e-3", "inf", "nan", "0x1.8p3", "1e400", "-1e-400"};
            int bases[] = {0, 10, 16, 8, 36, 2};
            for (int i = 0; i < sizeof texts / sizeof *texts; i++) {
                char *end;
                for (int j = 0; j < 6; j++) {
                    errno = 0;
                    long v = strtol(texts[i], &end, bases[j]);
                    printf("%ld %d %d ", v, (int)(end - texts[i]), errno);
                    errno = 0;
                    unsigned long u = strtoul(texts[i], &end, bases[j]);
                    printf("%lu %d %d\n", u, (int)(end - texts[i]), errno);
                }
                double d = strtod(texts[i], &end);
                printf("%d %d %.17g %d\n", atoi(texts[i]), (int)atol(texts[i]), d, (int)(end - texts[i]));
                printf("%g %Lg\n", strtof(texts[i], 0), strtold(texts[i], 0));
            }
            return 0;
        }"#,
    );
}

#[test]
fn sorting_and_random_numbers() {
    compare(
        r#"#include <stdio.h>
        #include <stdlib.h>
        struct pair { int key; char tag; };
        static int by_key(const void *a, const void *b) {
            return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
        }
        static int by_value(const void *a, const void *b) {
            int x = *(const int *)a, y = *(const int *)b;
            return (x > y) - (x < y);
        }
        int main(void) {
            int a[500];
            for (int i = 0; i < 500; i++) a[i] = rand() % 1000;
            qsort(a, 500, sizeof *a, by_value);
            for (int i = 0; i < 500; i++) printf("%d ", a[i]);
            struct pair p[40];
            srand(7);
            for (int i = 0; i < 40; i++) { p[i].key = rand() % 5; p[i].tag = 'A' + i; }
            qsort(p, 40, sizeof *p, by_key);
            for (int i = 0; i < 40; i++) printf("%d%c ", p[i].key, p[i].tag);
            int key = a[123], *found = bsearch(&key, a, 500, sizeof *a, by_value);
            printf("%d %d\n", *found, bsearch(&(int){-1}, a, 500, sizeof *a, by_value) == 0);
            unsigned seed = 9;
            printf("%d %d %ld %ld\n", rand_r(&seed), rand_r(&seed), random(), lrand48());
            div_t d = div(-7, 2);
            lldiv_t l = lldiv(100, 7);
            printf("%d %d %lld %lld %d %ld\n", d.quot, d.rem, l.quot, l.rem, abs(-3), labs(-4L));
            return 0;
        }"#,
    );
}

#[test]
fn input() {
    compare_with(
        r#"#include <stdio.h>
        #include <stdlib.h>
        int main(void) {
            int a, b, n; unsigned x; long l; float f; double d; char word[20], c, set[20], line[30];
            n = scanf("%d %i,%x", &a, &b, &x);
            printf("%d %d %d %x\n", n, a, b, x);
            n = scanf("%ld %f %lf %19s", &l, &f, &d, word);
            printf("%d %ld %g %g %s\n", n, l, f, d, word);
            n = scanf(" %c%2d%*d%[a-c]%n", &c, &a, set, &b);
            printf("%d %c %d %s\n", n, c, a, set);
            while ((n = getchar()) != '\n') putchar(n);
            puts(fgets(line, 6, stdin));
            puts(fgets(line, sizeof line, stdin));
            n = scanf("%d", &a);
            printf("%d\n", n);
            n = sscanf("12:34:56 rest", "%d:%d:%d %s", &a, &b, &n, word);
            printf("%d %d %d %s\n", n, a, b, word);
            printf("%d %d\n", sscanf("x", "%d", &a), sscanf("", "%d", &a));
            ungetc('q', stdin);
            c = getchar();
            printf("%c\n", c);
            fgets(line, sizeof line, stdin);
            printf("%s%d %d\n", line, getchar(), feof(stdin) != 0);
            return 0;
        }"#,
        &[],
        "12 0x1f,ff -7 1.5 2.5e3 word Q123456abcx tail\nlong line\nnot a number\n",
    );
}

#[test]
fn lines_and_texts() {
    compare_with(
        r#"#define _GNU_SOURCE
        #include <stdio.h>
        #include <stdlib.h>
        static void integers(const char *text, const char *format) {
            long long a = -9, b = -9; int n = -9;
            int result = sscanf(text, format, &a, &b, &n);
            printf("%d %lld %lld %d\n", result, a, b, n);
        }
        static void words(const char *text, const char *format) {
            char a[40] = "?", b[40] = "?"; int n = -9;
            int result = sscanf(text, format, a, b, &n);
            printf("%d %s %s %d\n", result, a, b, n);
        }
        int main(void) {
            integers("0x 5", "%lli%lld%n");
            integers("0xg", "%llx%lld%n");
            integers("-0x10 +7", "%llx%lli%n");
            integers("089", "%lli%lld%n");
            integers("- 5", "%lld%lld%n");
            integers("99999999999999999999999 -99999999999999999999999", "%lld%lld%n");
            integers("99999999999999999999999 -1", "%llu%llu%n");
            integers("4294967296 -4294967297", "%d%d%n");
            integers("123456789", "%3lld%*2d%lld%n");
            integers("1,2", "%lld , %lld%n");
            integers("1 x", "%lld %lld%n");
            integers(" ", "%lld");
            integers("5%6", "%lld%%%lld");
            integers("", "");
            integers("abc", "abc%lld");
            words("  one two", "%s %s%n");
            words("a-b", "%[a-z]%s");
            words("a]b", "%[]a]%s");
            words("xyz", "%[^y]%2c%n");
            words("key = value", "%[^= ]%*[= ]%s%n");
            words("ab", "%5c%s");
            words("", "%c");
            float f = 0; double d = 0; long double l = 0;
            int n = sscanf("1.25e1 -3.5 0x1p4", "%f%lf%Lf", &f, &d, &l);
            printf("%d %g %g %Lg\n", n, f, d, l);
            n = sscanf("1.25", "%3f%n", &f, &n);
            printf("%d %g\n", n, f);
            char *line = NULL; size_t size = 0; long length;
            while ((length = getline(&line, &size, stdin)) != -1)
                printf("%ld %d %s", length, size > length, line);
            printf("%ld %d\n", length, feof(stdin) != 0);
            clearerr(stdin);
            printf("%d %d %d\n", feof(stdin) != 0, getchar(), feof(stdin) != 0);
            printf("%d %d %d %d\n", ungetc('x', stdin), feof(stdin) != 0, getchar(), ungetc(EOF, stdin));
            free(line);
            return 0;
        }"#,
        &[],
        &format!("short\n\n{}\nlast", "x".repeat(300)),
    );
}

#[test]
fn control() {
    compare(
        r#"#include <stdio.h>
        #include <stdlib.h>
        #include <setjmp.h>
        #include <signal.h>
        static jmp_buf place;
        static void deep(int n) { char pad[50]; if (n == 0) longjmp(place, 42); pad[n] = n; deep(n - 1); }
        static void one(void) { puts("one"); }
        static void two(void) { puts("two"); }
        static void handler(int s) { printf("signal %d\n", s); }
        __attribute__((constructor)) static void before(void) { puts("before"); }
        __attribute__((destructor)) static void after(void) { puts("after"); }
        int main(void) {
            volatile int count = 0;
            atexit(one); atexit(two);
            signal(SIGTERM, handler);
            raise(SIGTERM);
            int r = setjmp(place);
            printf("%d %d\n", r, count);
            if (count++ < 3) deep(10);
            static void *labels[] = {&&a, &&b, &&c};
            int i = 0;
            goto *labels[i];
        a:  puts("a"); i = 2; goto *labels[i];
        b:  puts("b"); exit(300);
        c:  puts("c"); i = 1; goto *labels[i];
        }"#,
    );
    compare("#include <stdlib.h>\nint main(void) { _Exit(7); }");
}

#[test]
fn numbers_of_all_formats() {
    compare(
        r#"#include <stdio.h>
        #include <math.h>
        #include <complex.h>
        int main(void) {
            volatile double d = 2.5; volatile float f = 1.1f; volatile long double l = 1.0L / 3;
            printf("%g %g %Lg %d %u %ld\n", d * f, f / 3, l * l, (int)-d, (unsigned)d, (long)(l * 1e15L));
            printf("%.17g %.17g %.17g %.17g\n", sin(d), pow(d, 3.3), exp(-d), fmod(7.5, d));
            printf("%g %g %g %g %g\n", floor(-d), ceil(d), round(d), trunc(-d), rint(d));
            printf("%ld %d %d %d\n", lround(d), isnan(d), isinf(1 / (d - d)), signbit(-d) != 0);
            int e; double whole, m = frexp(100.0, &e), q = modf(-3.75, &whole);
            printf("%g %d %g %g %g %.20Lg\n", m, e, q, whole, ldexp(0.75, 5), sqrtl(2.0L));
            volatile unsigned __int128 w = (unsigned __int128)0xffffffffffffffffULL * 12345;
            volatile __int128 s = -(__int128)w;
            printf("%llx %llx %lld %d\n", (long long)(w >> 64), (long long)w, (long long)(s / 1000000007), s < 0);
            printf("%g %g\n", (double)w, (double)s);
            double complex z = (1 + 2 * I) * (3 - I) / (0.5 + I);
            printf("%g %g\n", creal(z), cimag(z));
            printf("%d %d %d\n", __builtin_isnan(l), __builtin_isinf(l), __builtin_isfinite(l) != 0);
            volatile _Float16 h = 1.5f; volatile __bf16 bf = 2.5f;
            printf("%g %g\n", (double)(h * h), (double)(float)bf);
            printf("%d %d %d %d\n", __builtin_clz(40), __builtin_ctzll(48), __builtin_popcount(0xff0), __builtin_bswap32(1));
            return 0;
        }"#,
    );
}

#[test]
fn narrow_pointers() {
    let source = r#"#include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <stdarg.h>
        struct node { int v; struct node *next; long long big; };
        static int sum(int n, ...) {
            va_list list; va_start(list, n);
            int s = 0;
            for (int i = 0; i < n; i++) s += va_arg(list, int) + (int)va_arg(list, double) + (int)va_arg(list, long long);
            va_end(list);
            return s;
        }
        static void show(const char *format, ...) { va_list l; va_start(l, format); vprintf(format, l); va_end(l); }
        int main(void) {
            struct node *list = 0;
            for (int i = 0; i < 5; i++) {
                struct node *n = malloc(sizeof *n);
                n->v = i; n->next = list; n->big = 1LL << (40 + i); list = n;
            }
            for (struct node *n = list; n; n = n->next) printf("%d %lld %zu\n", n->v, n->big, sizeof *n);
            while (list) { struct node *n = list; list = n->next; free(n); }
            printf("%d %ld %s\n", sum(2, 1, 2.5, 3LL, 4, 5.5, 6LL), strtol("77", 0, 8), strchr("hello", 'l'));
            show("%d %s %f %lld %Lf %c\n", 1, "x", 2.5, 3LL, 4.5L, 'c');
            char *d = strdup("narrow"); puts(d); free(d);
            return 9;
        }"#;
    compare_with(source, &["-m32"], "");
}

#[test]
fn calls_that_do_not_match_behave_as_the_machine_does() {
    compare_with(
        r#"#include <stdio.h>
        int two(int a, double b) { return a + (int)b; }
        int none() { return 5; }
        struct big { int v[10]; };
        static struct big grow(struct big b) { for (int i = 0; i < 10; i++) b.v[i] *= 2; return b; }
        struct pair { double x; long y; };
        static struct pair swap(struct pair p) { struct pair q = {p.y, p.x}; return q; }
        int main(void) {
            int (*f)() = two;
            printf("%d %d\n", f(1, 2.0), ((int (*)(double, int))two)(2.0, 1));
            printf("%d\n", ((int (*)(int, int))none)(1, 2));
            struct big b = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
            struct big c = grow(b);
            printf("%d %d\n", b.v[9], c.v[9]);
            struct pair p = swap((struct pair){1.5, 7});
            printf("%g %ld\n", p.x, p.y);
            return 0;
        }"#,
        &["-std=gnu89"],
        "",
    );
}

#[test]
fn variadic_arguments_of_all_shapes() {
    compare(
        r#"#include <stdio.h>
        #include <stdarg.h>
        struct floats { float a[3]; };
        struct wide { long a, b, c; };
        struct __attribute__((aligned(32))) aligned { double a, b, c, d; };
        struct mixed { double x; long y; };
        static void show(int ints, ...) {
            va_list list, again;
            va_start(list, ints);
            for (int i = 0; i < ints; i++) printf("%d ", va_arg(list, int));
            va_copy(again, list);
            struct floats f = va_arg(list, struct floats);
            struct wide w = va_arg(list, struct wide);
            struct aligned a = va_arg(list, struct aligned);
            struct mixed m = va_arg(list, struct mixed);
            __int128 big = va_arg(list, __int128);
            long double l = va_arg(list, long double);
            printf("%g %ld %g %g %ld %ld %Lg\n", f.a[2], w.c, a.d, m.x, m.y, (long)(big >> 64), l);
            f = va_arg(again, struct floats);
            printf("%g\n", f.a[1]);
            va_end(list);
            va_end(again);
        }
        int main(void) {
            struct floats f = {{1, 2, 3}};
            struct wide w = {4, 5, 6};
            struct aligned a = {7, 8, 9, 10};
            struct mixed m = {11, 12};
            __int128 big = (__int128)13 << 64;
            show(0, f, w, a, m, big, 14.5L);
            show(1, 1, f, w, a, m, big, 14.5L);
            show(4, 1, 2, 3, 4, f, w, a, m, big, 14.5L);
            show(7, 1, 2, 3, 4, 5, 6, 7, f, w, a, m, big, 14.5L);
            return 0;
        }"#,
    );
}
