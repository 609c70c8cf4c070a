//! What the models take for granted where C leaves it to the implementation or to the environment.
//!
//! An assumption is named with every verdict on a program that uses the function.

use ir::{Function, Program};

/// The assumptions with the functions that need them.
const ASSUMPTIONS: &[(&[&str], &str)] = &[
    (
        &["rand", "random", "srand", "srandom", "rand_r"],
        "random numbers are the sequence of the GNU C library",
    ),
    (
        &["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "__builtin_setjmp"],
        "locals that change between setjmp and longjmp are volatile where they are read afterwards",
    ),
    (&["signal", "sigaction"], "no signal arrives from outside while the program runs"),
];

/// What holds only because the library is as modelled, in words, for the functions that a program uses.
pub fn assumptions(program: &Program) -> Vec<String> {
    let used = |name: &&str| {
        let named = |function: &&Function| function.name == *name;
        program.functions.iter().find(named).is_some_and(|function| is_modelled(program, function))
    };
    let needed = ASSUMPTIONS.iter().filter(|(names, _)| names.iter().any(&used));
    needed.map(|(_, text)| text.to_string()).collect()
}

/// Whether a function is the library's: without a body, or with the one that was linked in.
fn is_modelled(program: &Program, function: &Function) -> bool {
    let from_library =
        function.span.is_some_and(|span| crate::is_library_file(&program.file(span.file).name));
    function.body.is_none() || from_library
}

#[cfg(test)]
mod tests {
    use super::assumptions;
    use ir::Program;

    #[test]
    fn only_what_is_used_is_assumed() {
        let mut program: Program = "target 64\ndeclare @rand() -> i32\n".parse().unwrap();
        assert_eq!(assumptions(&program).len(), 1);
        crate::link(&mut program);
        assert_eq!(assumptions(&program).len(), 1, "also when it is linked in");
        let own = "target 64\nfunc @rand() -> i32 {\nbb0:\n  return 4\n}\n";
        assert_eq!(assumptions(&own.parse().unwrap()), Vec::<String>::new());
    }
}
