// The conversions of sscanf.
// verdict: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a, b, n;
    unsigned u;
    short s;
    signed char c;
    long l;
    long long w;
    char word[8], set[8], three[3], letter;
    assert(sscanf("12 -7", "%d %d", &a, &b) == 2 && a == 12 && b == -7);
    assert(sscanf("0x1f 017 9", "%i%i%i", &a, &b, &n) == 3 && a == 31 && b == 15 && n == 9);
    assert(sscanf("ff", "%x", &u) == 1 && u == 255);
    assert(sscanf("300 70000", "%hhd%hd", &c, &s) == 2 && c == 44 && s == 4464);
    assert(sscanf("-1 99999999999999999999", "%ld%lld", &l, &w) == 2 && l == -1 && w == 9223372036854775807LL);
    assert(sscanf("12345", "%2d%n%d", &a, &n, &b) == 2 && a == 12 && n == 2 && b == 345);
    assert(sscanf("  hello world", "%4s%7s", word, set) == 2 && !strcmp(word, "hell") && !strcmp(set, "o"));
    assert(sscanf("abc-def", "%[a-c]%c", set, &letter) == 2 && !strcmp(set, "abc") && letter == '-');
    assert(sscanf("xy]z", "%[^z]", set) == 1 && !strcmp(set, "xy]"));
    assert(sscanf("abcd", "%3c", three) == 1 && three[2] == 'c');
    assert(sscanf("k=5;", "k=%d;%n", &a, &n) == 1 && a == 5 && n == 4);
    assert(sscanf("1 2 3", "%*d %d", &a) == 1 && a == 2);
    assert(sscanf("50%", "%d%%", &a) == 1 && a == 50);
    assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0 && sscanf("7", "%d %d", &a, &b) == 1);
    char *made;
    if (sscanf("made", "%ms", &made) == 1) {
        assert(!strcmp(made, "made"));
        free(made);
    }
    float f;
    double d;
    assert(sscanf("1.5 -2e3", "%f%lf", &f, &d) == 2 && f == 1.5f && d == -2000);
    return 0;
}
