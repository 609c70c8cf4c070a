//! How the program was given to heapproof, and from that the command line that replays a finding.

use crate::shell::{printed, quoted, word};
use engine::Scenario;
use std::fmt::Write;

/// How the program was given to heapproof.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Invocation {
    /// The files, as they were named.
    pub files: Vec<Vec<u8>>,
    /// The compilation database, as it was named.
    pub database: Option<Vec<u8>>,
    /// The options for clang.
    pub clang_args: Vec<Vec<u8>>,
    /// The options of heapproof that say what is checked, such as `--entry=test`.
    pub options: Vec<String>,
    /// The clang that compiled the program.
    pub clang: String,
    /// Whether the program can read the standard input.
    pub reads_stdin: bool,
    /// Whether the program can read the clock.
    pub reads_clock: bool,
    /// Whether the program can call the system: open files, start processes.
    pub calls_system: bool,
    /// Whether the program looks at its whole environment.
    pub reads_environment: bool,
}

impl Invocation {
    /// The command line that executes the program with the choices of a scenario.
    pub fn replay(&self, scenario: &Scenario) -> String {
        let mut line = String::new();
        if !scenario.stdin.is_empty() {
            let _ = write!(line, "{} | ", printed(&scenario.stdin));
        }
        for (name, value) in scenario.env.iter().filter(|_| !self.reads_environment) {
            let _ = write!(line, "{}={} ", String::from_utf8_lossy(name), word(value));
        }
        line.push_str("heapproof run");
        for option in &self.options {
            let _ = write!(line, " {}", quoted(option.as_bytes()));
        }
        let last = scenario.inputs.iter().rposition(|input| *input != 0);
        if let Some(last) = last {
            // Numbers of all widths in one: those below zero are written as a person would.
            let signed = |input: &u128| input.cast_signed().to_string();
            let inputs: Vec<String> = scenario.inputs[..=last].iter().map(signed).collect();
            let _ = write!(line, " --input={}", inputs.join(","));
        }
        let failing = failing(scenario);
        if !failing.is_empty() {
            let numbers: Vec<String> = failing.iter().map(usize::to_string).collect();
            let _ = write!(line, " --fail-allocation={}", numbers.join(","));
        }
        if scenario.recycled {
            line.push_str(" --recycle");
        }
        if !scenario.garbage.is_empty() {
            let garbage: Vec<String> = scenario.garbage.iter().map(|garbage| garbage.to_string()).collect();
            let _ = write!(line, " --garbage={}", garbage.join(","));
        }
        if self.reads_environment {
            all_of(&mut line, "env", &scenario.env);
        }
        if let Some(files) = scenario.files.as_ref().filter(|_| self.calls_system) {
            all_of(&mut line, "file", files);
        }
        if self.reads_clock {
            let _ = write!(line, " --time={}", scenario.time);
        }
        for arg in &self.clang_args {
            let _ = write!(line, " {}", spelled_for_run(arg));
        }
        if let Some(database) = &self.database {
            let _ = write!(line, " -p {}", quoted(database));
        }
        for file in &self.files {
            let _ = write!(line, " {}", quoted(file));
        }
        if !scenario.args.is_empty() {
            line.push_str(" --");
            for arg in &scenario.args {
                let _ = write!(line, " {}", word(arg));
            }
        }
        if scenario.stdin.is_empty() && self.reads_stdin {
            line.push_str(" < /dev/null");
        }
        line
    }
}

/// Options that give all that there is of something, names with texts; an empty one where there is nothing.
fn all_of(line: &mut String, option: &str, given: &[(Vec<u8>, Vec<u8>)]) {
    for (name, text) in given {
        let _ = write!(line, " --{option}={}", word(&[name.as_slice(), b"=", text].concat()));
    }
    if given.is_empty() {
        let _ = write!(line, " --{option}={}", word(b""));
    }
}

/// The numbers of the allocations that fail, from 1.
pub fn failing(scenario: &Scenario) -> Vec<usize> {
    let numbered = (1..).zip(&scenario.allocations);
    numbered.filter(|(_, succeeds)| !**succeeds).map(|(number, _)| number).collect()
}

/// An option for clang as `heapproof run` takes it: after `--` it takes the arguments of the program.
fn spelled_for_run(arg: &[u8]) -> String {
    let known = [b"-I".as_slice(), b"-D", b"-U", b"-std=", b"-m32", b"-m64"];
    match known.iter().any(|prefix| arg.starts_with(prefix) && arg.len() > 2) {
        true => quoted(arg),
        false => quoted(&[b"--clang-arg=".as_slice(), arg].concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_needs_all_choices() {
        let invocation = Invocation {
            files: vec![b"my list.c".to_vec()],
            clang_args: vec![b"-DN=3".to_vec(), b"-fshort-enums".to_vec()],
            options: vec!["--entry=test".to_string()],
            reads_stdin: true,
            reads_clock: true,
            calls_system: true,
            ..Invocation::default()
        };
        let scenario = Scenario {
            inputs: vec![1, 0, (-7_i128).cast_unsigned(), 0, 0],
            allocations: vec![true, false, true, false],
            stdin: b"4\n".to_vec(),
            args: vec![b"-x".to_vec(), b"".to_vec()],
            env: vec![(b"HOME".to_vec(), b"a b".to_vec())],
            time: 12,
            recycled: true,
            garbage: vec![engine::Garbage { object: 3, offset: 8, bytes: vec![0xff, 0] }],
            files: Some(vec![(b"a.txt".to_vec(), b"x y".to_vec())]),
        };
        assert_eq!(
            invocation.replay(&scenario),
            "printf '4\\n' | HOME='a b' heapproof run --entry=test --input=1,0,-7 --fail-allocation=2,4 --recycle --garbage=3+8=ff00 \
             --file='a.txt=x y' --time=12 -DN=3 --clang-arg=-fshort-enums 'my list.c' -- -x ''"
        );
    }

    #[test]
    fn a_run_without_choices_is_short() {
        let mut invocation = Invocation { files: vec![b"a.c".to_vec()], ..Invocation::default() };
        let scenario = Scenario { inputs: vec![0, 0], allocations: vec![true], ..Scenario::default() };
        assert_eq!(invocation.replay(&scenario), "heapproof run a.c");
        invocation.reads_stdin = true;
        assert_eq!(invocation.replay(&scenario), "heapproof run a.c < /dev/null");
        invocation.reads_environment = true;
        assert_eq!(invocation.replay(&scenario), "heapproof run --env='' a.c < /dev/null");
    }
}
