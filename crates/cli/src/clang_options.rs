//! The options that are spelled as in clang and passed on to it, in the order in which they were given.
//!
//! Order matters to clang (`-DX -UX` is not `-UX -DX`), so the options are collected by position and not by name.
//! Two of them are spelled with one dash and several letters, which clap does not know: `-std=c99` and
//! `-include FILE` are respelled before clap reads the command line.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use std::ffi::OsString;

const HEADING: &str = "Compilation (as in clang)";

/// How an option is given to clap and to clang.
struct Passed {
    id: &'static str,
    short: Option<char>,
    long: Option<&'static str>,
    value: &'static str,
    help: &'static str,
    /// What stands before the value, in the same argument of clang.
    prefix: &'static str,
    /// What stands before the value as an argument of its own.
    word: Option<&'static str>,
}

const PASSED: [Passed; 7] = [
    Passed::letter('I', "DIR", "Look for included files in this directory", "-I"),
    Passed::letter('D', "NAME[=VALUE]", "Define a macro", "-D"),
    Passed::letter('U', "NAME", "Undefine a macro", "-U"),
    Passed {
        long: Some("std"),
        ..Passed::new("std", "STANDARD", "The language (also spelled -std=STANDARD)", "-std=")
    },
    Passed {
        long: Some("include"),
        word: Some("-include"),
        ..Passed::new(
            "include",
            "FILE",
            "Include a file before the first line (also spelled -include FILE)",
            "",
        )
    },
    Passed::letter('m', "BITS", "The width of pointers: -m32 or -m64", "-m"),
    Passed { long: Some("clang-arg"), ..Passed::new("clang-arg", "ARG", "Any other option for clang", "") },
];

impl Passed {
    const fn new(id: &'static str, value: &'static str, help: &'static str, prefix: &'static str) -> Passed {
        Passed { id, short: None, long: None, value, help, prefix, word: None }
    }

    /// An option of one letter, whose id is how clang spells it.
    const fn letter(short: char, value: &'static str, help: &'static str, spelling: &'static str) -> Passed {
        Passed { short: Some(short), ..Passed::new(spelling, value, help, spelling) }
    }

    fn arg(&self) -> Arg {
        let arg = Arg::new(self.id)
            .value_name(self.value)
            .help(self.help)
            .help_heading(HEADING)
            .allow_hyphen_values(true)
            .action(ArgAction::Append);
        let arg = match self.id {
            "-m" => arg.value_parser(["32", "64"]),
            _ => arg.value_parser(value_parser!(OsString)),
        };
        let arg = if let Some(short) = self.short { arg.short(short) } else { arg };
        if let Some(long) = self.long { arg.long(long) } else { arg }
    }

    /// The values with their positions on the command line.
    fn values(&self, matches: &ArgMatches) -> Vec<(usize, OsString)> {
        let indices = matches.indices_of(self.id).into_iter().flatten();
        let values = matches.get_raw(self.id).into_iter().flatten();
        indices.zip(values.map(OsString::from)).collect()
    }
}

/// Options for clang.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ClangOptions {
    /// The arguments, as clang wants them.
    pub args: Vec<OsString>,
}

impl Args for ClangOptions {
    fn augment_args(command: Command) -> Command {
        command.args(PASSED.iter().map(Passed::arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ClangOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ClangOptions, Error> {
        let mut options = ClangOptions::default();
        options.update_from_arg_matches(matches)?;
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let given = PASSED
            .iter()
            .flat_map(|passed| passed.values(matches).into_iter().map(move |value| (passed, value)));
        let mut given: Vec<(&Passed, (usize, OsString))> = given.collect();
        given.sort_by_key(|(_, (position, _))| *position);
        self.args = given
            .into_iter()
            .flat_map(|(passed, (_, value))| {
                let mut arg = OsString::from(passed.prefix);
                arg.push(value);
                [passed.word.map(OsString::from), Some(arg)].into_iter().flatten()
            })
            .collect();
        Ok(())
    }
}

/// The command line with `-std=X` and `-include` spelled so that clap understands them.
pub fn spelled_for_clap(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut for_others = false;
    args.map(|arg| {
        for_others |= arg == "--";
        let text = arg.to_str().unwrap_or_default();
        match !for_others && (text.starts_with("-std=") || text == "-include") {
            true => OsString::from(format!("-{text}")),
            false => arg,
        }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Cli, Command};
    use clap::Parser;

    fn parse(line: &str) -> Result<Vec<String>, Error> {
        let args = spelled_for_clap(line.split(' ').map(OsString::from));
        let cli = Cli::try_parse_from(args)?;
        let Command::Ir(options) = cli.command else { panic!("the command is ir") };
        let args = options.input.clang.args.iter().chain(&options.clang_args);
        Ok(args.map(|arg| arg.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn options_reach_clang_in_their_order() {
        let line = "heapproof ir -DX=1 -UX -I inc -std=gnu89 a.c -D Y -m32 -include x.h --clang-arg=-fwrapv \
                    --clang-arg -w -- -std=c99 -include y.h";
        let expected = "-DX=1 -UX -Iinc -std=gnu89 -DY -m32 -include x.h -fwrapv -w -std=c99 -include y.h";
        assert_eq!(parse(line).unwrap().join(" "), expected);
    }

    #[test]
    fn pointers_have_32_or_64_bits() {
        assert!(parse("heapproof ir -m16 a.c").is_err());
        assert_eq!(parse("heapproof ir -m64 a.c").unwrap(), ["-m64"]);
    }
}
