// Messages are told as they are written in the locale C; a name of the character set.
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
    setlocale(LC_ALL, "C");
    textdomain("heapproof");
    printf("%s\n", gettext("one message"));
    printf("%s\n", dgettext("other", "another message"));
    for (unsigned long count = 0; count < 3; count++)
        printf(ngettext("%lu file\n", "%lu files\n", count), count);
    printf("%s\n", nl_langinfo(CODESET));
    return 0;
}
