/* Files, descriptors, directories. */
static const char *in(const char *name) { static char b[4][4200]; static int at; char *t = b[at++ % 4]; snprintf(t, sizeof b[0], "%s/%s", folder, name); return t; }
static void make(const char *name, const char *text) { FILE *f = fopen(in(name), "w"); fputs(text, f); fclose(f); }

CASE(written_and_read) { make("a", "one\ntwo\n"); char l[16]; FILE *f = fopen(in("a"), "r"); while (fgets(l, sizeof l, f)) printf("[%s]", l); fclose(f); puts(""); }
CASE(no_such_file) { printf("%d %d\n", fopen(in("none"), "r") == NULL, errno == ENOENT); }
CASE(appended) { make("b", "x"); FILE *f = fopen(in("b"), "a"); fprintf(f, "%d", 12); fclose(f); f = fopen(in("b"), "r"); int c; while ((c = getc(f)) != EOF) putchar(c); fclose(f); puts(""); }
CASE(places) { make("c", "abcdef"); FILE *f = fopen(in("c"), "r"); fseek(f, 2, SEEK_SET); printf("%c %ld ", getc(f), ftell(f)); fseek(f, -1, SEEK_END); printf("%c ", getc(f)); rewind(f); printf("%c\n", getc(f)); fclose(f); }
CASE(blocks_of_a_file) { make("d", "abcdefg"); char b[8] = ""; FILE *f = fopen(in("d"), "r"); printf("%zu ", fread(b, 2, 3, f)); printf("%s %zu %d\n", b, fread(b, 1, 8, f), !!feof(f)); fclose(f); }
CASE(read_and_written) { FILE *f = fopen(in("e"), "w+"); fputs("hello", f); rewind(f); char b[8]; fgets(b, 8, f); puts(b); fclose(f); }
CASE(numbers_in_a_file) { make("f", "1\n2\n3\n"); FILE *f = fopen(in("f"), "r"); char l[8]; int s = 0; while (fgets(l, 8, f)) s += atoi(l); printf("%d %d\n", s, getc(f)); fclose(f); }
CASE(fields_up_to_a_delimiter) { make("g", "a:bc:"); FILE *f = fopen(in("g"), "r"); char *l = NULL; size_t n = 0; while (getdelim(&l, &n, ':', f) > 0) printf("<%s>", l); free(l); fclose(f); puts(""); }
CASE(memory_as_a_file) { char b[] = "ab\ncd"; FILE *f = fmemopen(b, 5, "r"); char l[8]; while (fgets(l, 8, f)) printf("[%s]", l); fclose(f); puts(""); }
CASE(a_file_without_a_name) { FILE *f = tmpfile(); fputs("xyz", f); rewind(f); printf("%c\n", getc(f)); fclose(f); }
CASE(descriptors) { int d = open(in("h"), O_CREAT | O_RDWR | O_TRUNC, 0644); printf("%zd ", write(d, "hello", 5)); char b[8] = ""; lseek(d, 1, SEEK_SET); printf("%zd %s %d\n", read(d, b, 7), b, close(d)); }
CASE(a_descriptor_that_is_none) { char c; printf("%zd %d %d\n", read(77, &c, 1), errno == EBADF, close(77)); }
CASE(truncated) { make("i", "abcdef"); int d = open(in("i"), O_RDWR); printf("%d %ld\n", ftruncate(d, 3), (long)lseek(d, 0, SEEK_END)); close(d); }
CASE(exclusive) { make("j", ""); printf("%d %d\n", open(in("j"), O_CREAT | O_EXCL | O_RDWR, 0600), errno == EEXIST); }
CASE(streams_of_descriptors) { make("k", "line\n"); int d = open(in("k"), O_RDONLY); FILE *f = fdopen(d, "r"); char b[8]; printf("%d %s", fileno(f) == d, fgets(b, 8, f)); fclose(f); }
CASE(what_a_file_is) { make("l", "12345"); struct stat s; printf("%d %ld %d %d\n", stat(in("l"), &s), (long)s.st_size, S_ISREG(s.st_mode), stat(in("none"), &s)); }
CASE(what_a_folder_is) { struct stat s; printf("%d %d\n", stat(folder, &s), S_ISDIR(s.st_mode)); }
CASE(what_a_descriptor_is) { make("m", "abc"); int d = open(in("m"), O_RDONLY); struct stat s; printf("%d %ld\n", fstat(d, &s), (long)s.st_size); close(d); }
CASE(by_names_at_a_folder) { make("n", "abcd"); struct stat s; printf("%d %ld ", fstatat(AT_FDCWD, in("n"), &s, 0), (long)s.st_size); printf("%d %d\n", faccessat(AT_FDCWD, in("n"), F_OK, 0), unlinkat(AT_FDCWD, in("n"), 0)); }
CASE(opened_at_a_folder) { int d = openat(AT_FDCWD, in("o"), O_CREAT | O_WRONLY, 0644); printf("%d %zd %d\n", d > 2, write(d, "x", 1), close(d)); }
CASE(allowed) { make("p", ""); printf("%d %d\n", access(in("p"), R_OK), access(in("none"), R_OK)); }
CASE(renamed) { make("q", "q"); printf("%d %d %d\n", rename(in("q"), in("r")), access(in("q"), F_OK), access(in("r"), F_OK)); }
CASE(removed) { make("s", ""); printf("%d %d %d\n", unlink(in("s")), unlink(in("s")), errno == ENOENT); }
CASE(folders) { printf("%d %d %d %d\n", mkdir(in("t"), 0755), mkdir(in("t"), 0755), errno == EEXIST, rmdir(in("t"))); }
CASE(links) { make("u", "u"); char b[4200]; printf("%d %d ", symlink("u", in("v")), link(in("u"), in("w"))); ssize_t n = readlink(in("v"), b, sizeof b); printf("%.*s\n", (int)n, b); }
CASE(entries_of_a_folder) { mkdir(in("x"), 0755); make("x/1", ""); int n = 0; DIR *d = opendir(in("x")); struct dirent *e; while ((e = readdir(d))) n += e->d_name[0] == '.' ? 10 : 1; printf("%d %d\n", n, closedir(d)); }
CASE(no_such_folder) { printf("%d\n", opendir(in("none")) == NULL); }
CASE(pipes) { int p[2]; pipe(p); write(p[1], "ab", 2); char b[3] = ""; printf("%zd %s\n", read(p[0], b, 2), b); close(p[0]); close(p[1]); }
CASE(new_files) { char t[4300]; snprintf(t, sizeof t, "%s/XXXXXX", folder); int d = mkstemp(t); printf("%d %d\n", d > 2, strcmp(t + strlen(t) - 6, "XXXXXX") != 0); close(d); }
CASE(pieces) { int d = open(in("y"), O_CREAT | O_RDWR, 0644); struct iovec v[2] = {{"ab", 2}, {"cde", 3}}; printf("%zd ", writev(d, v, 2)); lseek(d, 0, SEEK_SET); char a[2], b[4] = ""; struct iovec r[2] = {{a, 2}, {b, 3}}; printf("%zd %s\n", readv(d, r, 2), b); close(d); }
CASE(working_directory) { char b[4200]; printf("%d %d\n", getcwd(b, sizeof b) == b, getcwd(b, 1) == NULL); }
CASE(terminals) { printf("%d %d\n", isatty(77), errno == EBADF || errno == ENOTTY); }
CASE(errors_of_streams) { FILE *f = fopen(in("z"), "w"); printf("%d %d ", getc(f) == EOF, !!ferror(f)); clearerr(f); printf("%d\n", ferror(f)); fclose(f); }
