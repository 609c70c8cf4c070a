//! Programs that use files, directories, dates and options: the same output and exit code as the compiled program.

use super::{compile, file, run_program};
use interp::{Config, Outside};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TEXT: &str = "first line\nsecond\n\nlast without end";

/// A folder with one file in it.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("heapproof-files-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("text"), TEXT).expect("a file can be written");
    folder
}

/// Runs a program compiled by clang and in the interpreter, each in a new folder that is its first argument, and
/// compares.
fn compare(name: &str, body: &str, args: &[&str]) {
    let source = format!(
        "#define _GNU_SOURCE\n#include <dirent.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <getopt.h>\n\
         #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/stat.h>\n#include <time.h>\n\
         #include <unistd.h>\n{body}"
    );
    let path = file(&source);
    let binary = path.with_extension("exe");
    let mut clang = Command::new("clang-19");
    let status = clang.args(["-w", "-O0"]).arg(&path).arg("-o").arg(&binary).status().expect("clang runs");
    assert!(status.success(), "the program compiles");
    let here = folder(name);
    let shown = |bytes: &[u8], folder: &Path| {
        String::from_utf8_lossy(bytes).replace(&*folder.to_string_lossy(), "FOLDER")
    };
    let mut command = Command::new(&binary);
    command.arg(&here).args(args).env("TZ", "UTC").stdin(Stdio::null());
    let native = command.output().expect("the program runs");
    let expected = shown(&native.stdout, &here);
    let here = folder(name);
    let mut config = Config { outside: Outside::System, ..Config::default() };
    config.args = vec![binary.to_string_lossy().into_owned().into_bytes()];
    config.args.push(here.to_string_lossy().into_owned().into_bytes());
    config.args.extend(args.iter().map(|arg| arg.as_bytes().to_vec()));
    let (report, output) = run_program(&compile(&source, &[]), &config);
    assert_eq!(shown(output.as_bytes(), &here), expected, "{:?}\n{source}", report.outcome);
    let code = report.outcome.shell_code().map(i32::from);
    assert_eq!(code, native.status.code(), "{:?}\n{source}", report.outcome);
    assert!(report.leaks.is_empty(), "{:?}\n{source}", report.leaks);
    let _ = std::fs::remove_dir_all(here);
}

#[test]
fn lines_and_blocks_of_a_file() {
    let body = r#"
int main(int argc, char **argv) {
    char path[4096], line[8], *whole = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/text", argv[1]);
    FILE *f = fopen(path, "r");
    if (!f) return 1;
    while (fgets(line, sizeof line, f)) printf("[%s]", line);
    printf("%d %d %ld\n", !!feof(f), !!ferror(f), ftell(f));
    rewind(f);
    printf("%d ", feof(f));
    long n;
    while ((n = getline(&whole, &room, f)) > 0) printf("%ld:%s|", n, whole);
    free(whole);
    printf("\n%d ", fseek(f, -4, SEEK_END));
    int c = fgetc(f);
    printf("%c %d ", c, ungetc('x', f));
    while ((c = getc(f)) != EOF) putchar(c);
    printf(" %d %d\n", fseek(f, 3, SEEK_SET), fseek(f, -100, SEEK_SET));
    char block[16] = "";
    printf("%zu ", fread(block, 3, 4, f));
    printf("%.12s ", block);
    printf("%zu ", fread(block, 1, 1000 > sizeof block ? sizeof block : 1000, f));
    printf("%d %d\n", fclose(f), fopen("/nonexistent/file", "r") == NULL);
    printf("%d %d\n", errno == ENOENT, fopen(path, "q") == NULL);
    return 0;
}"#;
    compare("lines", body, &[]);
}

#[test]
fn files_that_are_written() {
    let body = r#"
int main(int argc, char **argv) {
    char path[4096], other[4096], line[100];
    snprintf(path, sizeof path, "%s/new", argv[1]);
    snprintf(other, sizeof other, "%s/other", argv[1]);
    FILE *f = fopen(path, "w");
    if (!f) return 1;
    fprintf(f, "%d %s\n", 42, "words");
    fputs("more\n", f);
    fputc('!', f);
    printf("%zu %d\n", fwrite("abcdef", 2, 3, f), fflush(f));
    fclose(f);
    f = fopen(path, "a+");
    fputs("\nend\n", f);
    fseek(f, 0, SEEK_SET);
    while (fgets(line, sizeof line, f)) printf("<%s>", line);
    fclose(f);
    struct stat st;
    printf("%d %ld %d\n", stat(path, &st), (long)st.st_size, S_ISREG(st.st_mode));
    printf("%d %d %d\n", rename(path, other), access(path, F_OK), access(other, R_OK));
    printf("%d %d\n", unlink(other), stat(other, &st));
    FILE *t = tmpfile();
    if (!t) return 2;
    fputs("hidden", t);
    rewind(t);
    printf("%s %d\n", fgets(line, sizeof line, t), fclose(t));
    return 0;
}"#;
    compare("written", body, &[]);
}

#[test]
fn descriptors_and_directories() {
    let body = r#"
static int compare(const void *a, const void *b) { return strcmp(a, b); }
int main(int argc, char **argv) {
    char path[4096], block[16];
    snprintf(path, sizeof path, "%s/text", argv[1]);
    int d = open(path, O_RDONLY);
    if (d < 0) return 1;
    long n;
    while ((n = read(d, block, sizeof block)) > 0) printf("%ld:%.*s|", n, (int)n, block);
    printf("\n%ld ", (long)lseek(d, 6, SEEK_SET));
    struct stat st;
    printf("%d %ld\n", fstat(d, &st), (long)st.st_size);
    n = read(d, block, 4);
    printf("%.*s %d %d\n", (int)n, block, close(d), close(d));
    printf("%d %ld\n", open("/nonexistent", O_RDONLY), (long)read(99, block, 1));
    snprintf(path, sizeof path, "%s/folder", argv[1]);
    printf("%d %d\n", mkdir(path, 0755), mkdir(path, 0755));
    DIR *dir = opendir(argv[1]);
    if (!dir) return 2;
    char names[10][32];
    int count = 0;
    struct dirent *e;
    while ((e = readdir(dir)) && count < 10) strcpy(names[count++], e->d_name);
    closedir(dir);
    qsort(names, count, sizeof *names, compare);
    for (int i = 0; i < count; i++) printf("%s ", names[i]);
    printf("%d %d\n", rmdir(path), opendir(path) == NULL);
    int ends[2];
    if (pipe(ends)) return 3;
    write(ends[1], "through", 7);
    n = read(ends[0], block, sizeof block);
    printf("%.*s\n", (int)n, block);
    snprintf(path, sizeof path, "%s/nameXXXXXX", argv[1]);
    d = mkstemp(path);
    printf("%d %d\n", d >= 0, access(path, F_OK));
    close(d);
    return 0;
}"#;
    compare("descriptors", body, &[]);
}

#[test]
fn options_in_any_order() {
    let body = r#"
int main(int argc, char **argv) {
    static int flag;
    struct option options[] = {
        {"all", no_argument, NULL, 'a'}, {"size", required_argument, NULL, 's'},
        {"level", optional_argument, NULL, 'l'}, {"flag", no_argument, &flag, 7}, {0}};
    int c, which = -1;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "ab:c::", options, &which)) != -1)
        printf("%d %s %d %d\n", c, optarg ? optarg : "-", optind, c == '?' ? optopt : 0);
    printf("%d %d:", flag, optind);
    for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
    puts("");
    return 0;
}"#;
    let lists: [&[&str]; 5] = [
        &["-a", "x", "-bvalue", "y", "-c"],
        &["-ab", "value", "--size=3", "--size", "4", "z", "--flag", "--level", "--level=2"],
        &["-b"],
        &["-q", "--unknown", "--si", "1", "--", "-a", "rest"],
        &["one", "two", "-a", "three", "-cnear", "-c", "far"],
    ];
    for (number, list) in lists.iter().enumerate() {
        compare(&format!("options{number}"), body, list);
        let plain = body.replace(
            "getopt_long(argc, argv, \"ab:c::\", options, &which)",
            "getopt(argc, argv, \"ab:c::\")",
        );
        compare(&format!("letters{number}"), &plain, list);
    }
}

#[test]
fn dates_names_and_random_numbers() {
    let body = r#"
#include <libgen.h>
int main(int argc, char **argv) {
    time_t times[] = {0, 951782400, 1700000000, -86401, 4102444800};
    char text[100];
    for (int i = 0; i < 5; i++) {
        struct tm *t = gmtime(&times[i]);
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %A %B %j %p %I %e %y", t);
        printf("%s %d %d %s", text, t->tm_wday, t->tm_yday, asctime(t));
        struct tm copy = *localtime(&times[i]);
        copy.tm_mday += 40;
        printf("%ld %d\n", (long)mktime(&copy), copy.tm_mon);
    }
    printf("%zu\n", strftime(text, 3, "%Y", gmtime(times)));
    const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "", "a/b//c//"};
    for (int i = 0; i < 7; i++) {
        char one[20], two[20];
        strcpy(one, paths[i]);
        strcpy(two, paths[i]);
        printf("[%s] [%s]\n", dirname(one), basename(two));
    }
    srand(42);
    printf("%d %d %ld\n", rand(), rand(), random());
    srandom(7);
    printf("%ld\n", random());
    return 0;
}"#;
    compare("dates", body, &[]);
}

#[test]
fn a_stream_that_was_closed_is_not_used() {
    let source = "#include <stdio.h>\nint main(int c, char **v) { FILE *f = fopen(v[0], \"r\");\n\
                  if (!f) return 0;\nfclose(f);\nreturn fgetc(f); }";
    let config = Config { outside: Outside::System, args: vec![b"/".to_vec()], ..Config::default() };
    let (report, _) = run_program(&compile(source, &[]), &config);
    let shown = format!("{:?}", report.outcome);
    assert!(shown.contains("UseAfterFree"), "{shown}");
}

#[test]
fn outcomes_are_inputs_of_a_replay() {
    let source = "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"/nonexistent\", \"r\");\n\
                  if (!f) return 1;\nint c = fgetc(f);\nfclose(f);\nreturn c; }";
    let program = compile(source, &[]);
    let code = |inputs: Vec<u128>| {
        let config = Config { inputs, ..Config::default() };
        run_program(&program, &config).0.outcome.shell_code()
    };
    assert_eq!(code(vec![-2i64 as u64 as u128]), Some(1));
    assert_eq!(code(vec![3, 1, 77, 0]), Some(77));
}
