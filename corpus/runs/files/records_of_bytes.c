// Records are written and read back as bytes.
#include <stdio.h>

struct record { int id; char name[8]; double value; };
int main(void) {
    struct record out[3] = {{1, "one", 1.5}, {2, "two", 2.5}, {3, "three", 3.5}}, in;
    FILE *f = fopen("records", "w+b");
    if (!f) return 1;
    printf("%zu ", fwrite(out, sizeof *out, 3, f));
    fseek(f, sizeof in, SEEK_SET);
    printf("%zu %d %s %g ", fread(&in, sizeof in, 1, f), in.id, in.name, in.value);
    fseek(f, -(long)sizeof in, SEEK_END);
    printf("%zu %s %zu\n", fread(&in, sizeof in, 1, f), in.name, fread(&in, sizeof in, 1, f));
    fclose(f);
    return 0;
}
