//! The parts of a test that stand for the surroundings of the program: its standard input, environment, arguments
//! and clock, and the options of the sanitizer.

use super::Harness;
use engine::Scenario;
use ir::ErrorKind;
use std::fmt::Write;

/// What stands in for the functions that read the clock; `NOW` is the time in seconds.
const CLOCKS: &[(&str, &str)] = &[
    (
        "time",
        "\
time_t __wrap_time(time_t *result)
{
    if (result)
        *result = NOW;
    return NOW;
}
",
    ),
    (
        "gettimeofday",
        "\
int __wrap_gettimeofday(struct timeval *result, void *zone)
{
    (void)zone;
    if (result) {
        result->tv_sec = NOW;
        result->tv_usec = 0;
    }
    return 0;
}
",
    ),
    (
        "clock_gettime",
        "\
int __wrap_clock_gettime(clockid_t clock, struct timespec *result)
{
    (void)clock;
    if (result) {
        result->tv_sec = NOW;
        result->tv_nsec = 0;
    }
    return 0;
}
",
    ),
];

/// Clears the stack below the frame that calls it: what is left there of frames that are gone could still look like
/// a pointer to a lost block.
const SCRUB: &str = "\
/* Clears what ended calls left on the stack, where it could look like pointers to lost blocks. */
__attribute__((noinline, no_sanitize(\"address\"))) static void scrub(void)
{
    volatile char space[1 << 16];
    size_t i;
    for (i = 0; i < sizeof space; i++)
        space[i] = 0;
}

";

impl Harness<'_> {
    /// What the clock says.
    pub(super) fn clock(&self, code: &mut String, wraps: &mut Vec<&str>, scenario: &Scenario) {
        let used: Vec<&(&str, &str)> = CLOCKS.iter().filter(|(name, _)| self.uses(name)).collect();
        if used.is_empty() {
            return;
        }
        let _ = writeln!(code, "#define NOW ((time_t){}ll)", scenario.time);
        for (name, definition) in used {
            wraps.push(name);
            code.push_str(definition);
        }
        code.push('\n');
    }

    /// The files, the standard input and the environment, which are there before anything of the program runs.
    pub(super) fn surroundings(&self, code: &mut String, scenario: &Scenario, kind: ErrorKind) {
        let mut body = String::new();
        if is_about_the_end(kind) {
            code.push_str(SCRUB);
            body.push_str("    atexit(scrub);\n");
        }
        if self.invocation.reads_stdin {
            let bytes = &scenario.stdin;
            let _ = writeln!(body, "    static const char input[] = {};", literal(bytes));
            body.push_str("    int file = memfd_create(\"input\", 0);\n");
            let _ = writeln!(
                body,
                "    if (write(file, input, {0}) != {0} || lseek(file, 0, SEEK_SET) != 0 || dup2(file, 0) != 0)\n\
                 \x20       abort();",
                bytes.len()
            );
        }
        if let Some(files) = &scenario.files {
            body.push_str(&new_folder(files));
        }
        if self.uses("getenv") || self.uses("secure_getenv") || !scenario.env.is_empty() {
            body.push_str("    clearenv();\n");
            for (name, value) in &scenario.env {
                let _ = writeln!(body, "    setenv({}, {}, 1);", literal(name), literal(value));
            }
        }
        if !body.is_empty() {
            let _ = writeln!(
                code,
                "/* Before anything of the program runs. */\n\
                 __attribute__((constructor(101))) static void prepare(void)\n{{\n{body}}}\n"
            );
        }
    }

    /// Calls the entry function with the arguments.
    pub(super) fn main(
        &self,
        code: &mut String,
        wraps: &mut Vec<&str>,
        scenario: &Scenario,
        kind: ErrorKind,
    ) {
        let entry = self.program.function(self.entry);
        let needs_arguments = !scenario.args.is_empty() || !entry.params.is_empty();
        if entry.name == "main" && !needs_arguments && !is_about_the_end(kind) {
            return;
        }
        let defines_main = self
            .program
            .functions
            .iter()
            .any(|function| function.name == "main" && function.body.is_some() && !function.local);
        // The start-up code calls `main`; the linker gives it ours.
        let (ours, theirs) = match (entry.name.as_str(), defines_main) {
            ("main", _) => ("__wrap_main", "__real_main"),
            (name, true) => ("__wrap_main", name),
            (name, false) => ("main", name),
        };
        if ours == "__wrap_main" {
            wraps.push("main");
        }
        let _ = writeln!(code, "int {theirs}(int argc, char **argv, char **environment);");
        let _ = writeln!(code, "int {ours}(void)\n{{");
        let mut names = vec!["name".to_string()];
        code.push_str("    static char name[] = \"program\";\n");
        for (number, arg) in (1..).zip(&scenario.args) {
            let _ = writeln!(code, "    static char argument{number}[] = {};", literal(arg));
            names.push(format!("argument{number}"));
        }
        let _ = writeln!(code, "    static char *arguments[] = {{ {}, NULL }};", names.join(", "));
        let call = format!("{theirs}({}, arguments, environ)", names.len());
        let _ = match entry.results.is_empty() {
            true => writeln!(code, "    int code = 0;\n    {call};"),
            false => writeln!(code, "    int code = {call};"),
        };
        if is_about_the_end(kind) {
            code.push_str("    scrub();\n");
        }
        code.push_str("    return code;\n}\n\n");
    }

    /// The options under which the sanitizer sees what heapproof sees.
    pub(super) fn sanitizer_options(&self, code: &mut String, kind: ErrorKind) {
        if matches!(kind, ErrorKind::UninitializedRead | ErrorKind::SignedOverflow) {
            return;
        }
        // heapproof, too, goes on with zeros where a decision depends on memory that was never written.
        let filled = match kind {
            ErrorKind::InvalidFree | ErrorKind::InvalidPointer => 0xaa,
            _ => 0,
        };
        let mut options = format!(
            "detect_leaks=1:allocator_may_return_null=1:malloc_fill_byte={filled}:max_malloc_fill_size=1048576"
        );
        options.push_str(match kind {
            kind if is_about_the_end(kind) => ":detect_stack_use_after_return=0",
            ErrorKind::OutOfBounds => ":detect_stack_use_after_return=1:redzone=2048:max_redzone=2048",
            _ => ":detect_stack_use_after_return=1",
        });
        let _ = writeln!(code, "const char *__asan_default_options(void)\n{{\n    return \"{options}\";\n}}");
        if kind == ErrorKind::NotFreed {
            // Whatever is still allocated counts, also if something points to it.
            code.push_str(
                "\nconst char *__lsan_default_options(void)\n{\n    return \"use_globals=0:use_stacks=0:\
                 use_registers=0:use_tls=0\";\n}\n",
            );
        }
    }
}

/// Whether a kind of error shows when the program ends.
fn is_about_the_end(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Leak | ErrorKind::NotFreed)
}

/// Code that makes a folder with these files, and those that they lie in, and goes there. What lies elsewhere is left as
/// it is.
fn new_folder(files: &[(Vec<u8>, Vec<u8>)]) -> String {
    let mut body = String::from(
        "    static char folder[] = \"/tmp/heapproof-XXXXXX\";\n\
         \x20   if (mkdtemp(folder) == NULL || chdir(folder) != 0)\n        abort();\n",
    );
    let is_below = |part: &[u8]| !part.is_empty() && part != b"." && part != b"..";
    let is_here = |name: &[u8]| name.split(|byte| *byte == b'/').all(is_below);
    for (number, (name, text)) in (1..).zip(files.iter().filter(|(name, _)| is_here(name))) {
        for (end, _) in name.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
            let _ = writeln!(body, "    mkdir({}, 0700);", literal(&name[..end]));
        }
        let (name, content, length) = (literal(name), literal(text), text.len());
        let _ = writeln!(
            body,
            "    FILE *file{number} = fopen({name}, \"w\");\n\
             \x20   if (file{number} == NULL || fwrite({content}, 1, {length}, file{number}) != {length} || \
             fclose(file{number}) != 0)\n        abort();"
        );
    }
    body
}

/// Bytes as a C string literal.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(*byte));
            }
            // Three digits cannot run into a digit that follows; `?` could start a trigraph.
            b'?' | 0..=0x1f | 0x7f.. => {
                let _ = write!(text, "\\{byte:03o}");
            }
            byte => text.push(char::from(*byte)),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn all_bytes_fit_into_a_literal() {
        assert_eq!(literal(b"a\"b\\c"), "\"a\\\"b\\\\c\"");
        assert_eq!(literal(b"\x001?\xff"), "\"\\0001\\077\\377\"");
    }
}
