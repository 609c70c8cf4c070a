// Literals that differ where they would meet, a literal and a variable, a literal and null are never the same address.
// verdict: safe
const char variable[] = "yes";

static const char *name(int on) {
    return on ? "yes" : "no";
}

int main(int argc, char **argv) {
    int x = 0, *p = &x;
    const char *yes = name(1), *no = name(argc > 1);
    (void)argv;
    if ((argc < 2 && yes == no) || yes == variable || yes == 0 || yes == yes + 1)
        p = 0;
    return *p;
}
