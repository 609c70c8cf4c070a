// strtod of numbers in all spellings.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {"3.25", "-1e3x", ".5", "5.", "0x1.8p3", "inf", "-nan", "infinity!", "1e", "e5", "", "1e400", "1e-400", "+7.e-2", "0x"};
    for (int i = 0; i < 15; i++) {
        char *end;
        double v = strtod(texts[i], &end);
        printf("%g:%td ", v, end - texts[i]);
    }
    printf("%g %Lg\n", strtof("1.1", NULL), strtold("2.5", NULL));
    return 0;
}
