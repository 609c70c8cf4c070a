//! What can go wrong before there is a program: each case is a message for people, with what to do.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why no program could be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// No file was named.
    NoInput,
    /// Clang 19 was not found.
    ClangMissing {
        /// What is wrong with the clang that was named or found, if one was.
        detail: Option<String>,
    },
    /// A file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is of a kind that cannot be loaded.
    UnknownKind {
        /// The file.
        path: PathBuf,
    },
    /// Clang could not be started.
    ClangFailed {
        /// The program that was run.
        clang: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Files do not compile.
    Rejected {
        /// The files with clang's own messages, in order of input.
        files: Vec<Rejection>,
    },
    /// LLVM cannot read what should be bitcode.
    Malformed {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },
    /// A file is compiled for a machine that is not supported.
    UnknownTarget {
        /// The file.
        path: PathBuf,
        /// The target triple.
        triple: String,
    },
    /// Files are compiled for different machines.
    MixedTargets {
        /// One file.
        first: PathBuf,
        /// A file for another machine.
        second: PathBuf,
    },
    /// Two files define the same symbol.
    Duplicate {
        /// The symbol.
        symbol: String,
        /// The file with the first definition.
        first: PathBuf,
        /// The file with the second definition.
        second: PathBuf,
    },
    /// Two files of a project define what the program needs.
    Ambiguous {
        /// What is needed.
        symbol: String,
        /// A file that defines it.
        first: PathBuf,
        /// Another one.
        second: PathBuf,
    },
    /// The files cannot be linked for another reason.
    Unlinkable {
        /// The file that does not fit to those before it.
        path: PathBuf,
        /// LLVM's message.
        message: String,
    },
    /// The compilation database cannot be used.
    CompileCommands {
        /// The database.
        path: PathBuf,
        /// Why, and what to do.
        message: String,
    },
    /// The files define no function and no variable.
    Nothing {
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// The operating system refused something.
    System {
        /// What was being done.
        what: &'static str,
        /// Why it failed.
        error: io::Error,
    },
}

/// A file that does not compile.
#[derive(Debug)]
pub struct Rejection {
    /// The file.
    pub path: PathBuf,
    /// Clang's messages, verbatim.
    pub diagnostics: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NoInput => write!(f, "no input file"),
            LoadError::ClangMissing { detail } => {
                if let Some(detail) = detail {
                    writeln!(f, "{detail}")?;
                }
                write!(
                    f,
                    "clang 19 is needed and was not found; install the Debian package clang-19, \
                     or set HEAPPROOF_CLANG to the program"
                )
            }
            LoadError::Unreadable { path, error } => write!(f, "cannot read {}: {error}", path.display()),
            LoadError::UnknownKind { path } => write!(
                f,
                "{}: unknown kind of file; expected C (.c, .i), C++ (.cc, .cpp, .cxx, .C), LLVM bitcode (.bc) \
                 or LLVM assembly (.ll)",
                path.display()
            ),
            LoadError::ClangFailed { clang, error } => write!(f, "cannot run {}: {error}", clang.display()),
            LoadError::Rejected { files } => {
                for (index, file) in files.iter().enumerate() {
                    if index > 0 {
                        writeln!(f)?;
                    }
                    let diagnostics = file.diagnostics.trim_end();
                    if !diagnostics.is_empty() {
                        writeln!(f, "{diagnostics}")?;
                    }
                    write!(f, "{} does not compile", file.path.display())?;
                }
                Ok(())
            }
            LoadError::Malformed { path, message } => {
                write!(f, "{}: not valid LLVM IR: {message}", path.display())
            }
            LoadError::UnknownTarget { path, triple } => write!(
                f,
                "{}: compiled for {triple}; only x86-64 and i386 are supported (compile with -m64 or -m32)",
                path.display()
            ),
            LoadError::MixedTargets { first, second } => write!(
                f,
                "{} and {} are compiled for different machines; compile all files with -m64 or all with -m32",
                first.display(),
                second.display()
            ),
            LoadError::Duplicate { symbol, first, second } if first == second => {
                write!(f, "`{symbol}` is defined twice: {} is given twice", first.display())
            }
            LoadError::Duplicate { symbol, first, second } => {
                write!(f, "`{symbol}` is defined twice: in {} and in {}", first.display(), second.display())?;
                match symbol == "main" {
                    true => write!(f, "; name the files of one program"),
                    false => Ok(()),
                }
            }
            LoadError::Ambiguous { symbol, first, second } => write!(
                f,
                "`{symbol}`, which the program needs, is defined in {} and in {}; name the right one, too",
                first.display(),
                second.display()
            ),
            LoadError::Unlinkable { path, message } => {
                write!(f, "{} cannot be linked with the files before it: {message}", path.display())
            }
            LoadError::CompileCommands { path, message } => write!(f, "{}: {message}", path.display()),
            LoadError::Nothing { paths } => {
                let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                write!(f, "nothing to analyse: {} defines no function and no variable", names.join(", "))
            }
            LoadError::System { what, error } => write!(f, "cannot {what}: {error}"),
        }
    }
}

impl std::error::Error for LoadError {}
