//! The pieces of C that a test is made of.

/// What the pieces need.
pub const HEADERS: &str = "\
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
";

/// Takes the next of the inputs.
pub const NEXT_INPUT: &str = "\
static unsigned long long next_input(void)
{
    static size_t next;
    return next < sizeof inputs / sizeof *inputs ? inputs[next++] : 0;
}

";

/// The definition of a function that gives an input.
pub fn reader(name: &str, ty: &str) -> String {
    let value = match ty {
        "_Bool" => "next_input() & 1".to_string(),
        "void *" => "(void *)(uintptr_t)next_input()".to_string(),
        "float" => "((union { unsigned bits; float value; }){ (unsigned)next_input() }).value".to_string(),
        "double" => "((union { unsigned long long bits; double value; }){ next_input() }).value".to_string(),
        ty => format!("({ty})next_input()"),
    };
    let space = if ty.ends_with('*') { "" } else { " " };
    format!("{ty}{space}{name}(void) {{ return {value}; }}\n")
}

/// A function that allocates.
pub struct Allocator {
    /// Its name.
    pub name: &'static str,
    /// What stands in for it.
    pub code: &'static str,
}

/// Counts allocations. A block without a byte is poisoned: sanitizers give it one.
pub const FAILS: &str = "\
void __asan_poison_memory_region(void const volatile *start, size_t size) __attribute__((weak));
void *__real_malloc(size_t size);

static int fails(void)
{
    static unsigned allocation;
    size_t i;
    allocation++;
    for (i = 0; i < sizeof failing / sizeof *failing; i++)
        if (failing[i] == allocation)
            return 1;
    return 0;
}

static void *sized(void *block, size_t size)
{
    if (block && size == 0 && __asan_poison_memory_region)
        __asan_poison_memory_region(block, 1);
    return block;
}

__attribute__((unused)) static void *allocated(size_t size)
{
    return fails() ? NULL : sized(__real_malloc(size), size);
}
";

/// The functions that allocate; each counts as one allocation.
pub const ALLOCATORS: &[Allocator] = &[
    Allocator { name: "malloc", code: "void *__wrap_malloc(size_t size) { return allocated(size); }\n" },
    Allocator {
        name: "calloc",
        code: "\
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return fails() ? NULL : sized(__real_calloc(count, size), count * size);
}
",
    },
    Allocator {
        name: "realloc",
        code: "\
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size)
{
    if (block && size == 0) {
        free(block);
        return NULL;
    }
    return fails() ? NULL : sized(__real_realloc(block, size), size);
}
",
    },
    Allocator {
        name: "reallocarray",
        code: "\
void *__real_reallocarray(void *block, size_t count, size_t size);
void *__wrap_reallocarray(void *block, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return fails() ? NULL : __real_reallocarray(block, count, size);
}
",
    },
    Allocator {
        name: "aligned_alloc",
        code: "\
void *__real_aligned_alloc(size_t align, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(align, size);
}
",
    },
    Allocator {
        name: "memalign",
        code: "\
void *__real_memalign(size_t align, size_t size);
void *__wrap_memalign(size_t align, size_t size)
{
    return fails() ? NULL : __real_memalign(align, size);
}
",
    },
    Allocator {
        name: "valloc",
        code: "\
void *__real_valloc(size_t size);
void *__wrap_valloc(size_t size) { return fails() ? NULL : __real_valloc(size); }
",
    },
    Allocator {
        name: "posix_memalign",
        code: "\
int __real_posix_memalign(void **result, size_t align, size_t size);
int __wrap_posix_memalign(void **result, size_t align, size_t size)
{
    return fails() ? ENOMEM : __real_posix_memalign(result, align, size);
}
",
    },
    Allocator {
        name: "strdup",
        code: "\
char *__wrap_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = allocated(size);
    return copy ? memcpy(copy, text, size) : NULL;
}
",
    },
    Allocator {
        name: "strndup",
        code: "\
char *__wrap_strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = allocated(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}
",
    },
];

/// What checks and assumes, by name.
pub const VERIFIER: &[(&str, &str)] = &[
    (
        "__VERIFIER_assume",
        "\
void __VERIFIER_assume(int holds)
{
    if (!holds) {
        fputs(\"an assumption does not hold: this execution does not count\\n\", stderr);
        _exit(0);
    }
}
",
    ),
    (
        "__VERIFIER_assert",
        "\
void __VERIFIER_assert(int holds)
{
    if (!holds) {
        fputs(\"an assertion fails\\n\", stderr);
        abort();
    }
}
",
    ),
    (
        "__VERIFIER_error",
        "void __VERIFIER_error(void) { fputs(\"an error function is called\\n\", stderr); abort(); }\n",
    ),
    (
        "reach_error",
        "void reach_error(void) { fputs(\"an error function is called\\n\", stderr); abort(); }\n",
    ),
];

/// Variables that the C library defines: a definition in the test would hide them from the program.
pub fn is_variable(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "environ",
        "__environ",
        "optarg",
        "opterr",
        "optind",
        "optopt",
        "timezone",
        "daylight",
        "tzname",
        "signgam",
        "program_invocation_name",
        "program_invocation_short_name",
    ];
    clib::variable(name).is_some() || OTHERS.contains(&name)
}

/// Functions that the compiler or the C library has although heapproof does not model them by that name.
pub fn is_builtin(name: &str) -> bool {
    name.starts_with("__builtin_") || name.starts_with("__libc_") || name.starts_with("__atomic_")
}
