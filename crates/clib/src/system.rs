//! The calls of the system that models in C make, by number.
//!
//! A call has two strings or blocks, three numbers, an outcome (negative for the number of an error) and bytes that it
//! delivers, which [`crate::Primitive::Received`] takes afterwards. The interpreter executes calls, or takes outcomes
//! and bytes from the inputs; explorers take any outcome and any bytes, and leave it to the models to say which are
//! possible.

/// Declares the calls with their numbers, which the models know by the same names (`SYS_…` in `models/libc.h`).
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $spelled:literal;)*) => {
        /// A call of the system.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum SystemCall {
            $($(#[$doc])* $name,)*
        }

        impl SystemCall {
            /// The call with a number.
            pub fn from_number(number: u64) -> Option<SystemCall> {
                match number {
                    $($number => Some(SystemCall::$name),)*
                    _ => None,
                }
            }

            /// The number of the call.
            pub fn number(self) -> u64 {
                match self {
                    $(SystemCall::$name => $number,)*
                }
            }
        }

        #[cfg(test)]
        const NAMES: &[(&str, u64)] = &[$(($spelled, $number),)*];
    };
}

calls! {
    /// Opens a file (first string) with flags and a mode; a new descriptor.
    Open = 1, "OPEN";
    /// Closes a descriptor.
    Close = 2, "CLOSE";
    /// Reads up to so many bytes (second number) from a descriptor; delivers as many as the outcome says.
    Read = 3, "READ";
    /// The same, up to and with a delimiter (third number).
    ReadTo = 4, "READ_TO";
    /// Positions a descriptor by an offset from the start, the current place, or the end; the new place.
    Seek = 5, "SEEK";
    /// Delivers a `struct stat` of so many bytes (second number) for a file; links are followed where the first number
    /// is not zero.
    Stat = 6, "STAT";
    /// The same for a descriptor.
    Fstat = 7, "FSTAT";
    /// Removes a file; also a directory where the first number is not zero.
    Unlink = 8, "UNLINK";
    /// Makes a directory with a mode; something else where the second number is not zero.
    Mkdir = 9, "MKDIR";
    /// Removes a directory.
    Rmdir = 10, "RMDIR";
    /// Renames a file.
    Rename = 11, "RENAME";
    /// Tells whether a file may be used in a way.
    Access = 12, "ACCESS";
    /// Changes the working directory.
    Chdir = 13, "CHDIR";
    /// Changes the mode or the owner of a file.
    Chmod = 14, "CHMOD";
    /// Delivers what a link says, up to so many bytes.
    Readlink = 15, "READLINK";
    /// Delivers the working directory, which must be shorter than so many bytes.
    Getcwd = 16, "GETCWD";
    /// Opens a directory; a new descriptor.
    Opendir = 17, "OPENDIR";
    /// Delivers the next name in a directory, of the length that the outcome says, zero at the end; then its number,
    /// 8 or 4 bytes, and its type, one byte.
    Readdir = 18, "READDIR";
    /// A copy of a descriptor; the one that the second number says, unless it is negative.
    Dup = 19, "DUP";
    /// Delivers two descriptors, of 4 bytes each.
    Pipe = 20, "PIPE";
    /// One where a descriptor is a terminal.
    Isatty = 21, "ISATTY";
    /// A new file, or a directory where the first number is not zero, whose name ends with six other characters;
    /// delivers these.
    Mkstemp = 22, "MKSTEMP";
    /// A new file without a name; a new descriptor.
    Tmpfile = 23, "TMPFILE";
    /// Delivers the nine numbers of a date for seconds since 1970.
    Calendar = 24, "CALENDAR";
    /// The seconds for the six numbers of a date; delivers the nine numbers.
    Mktime = 25, "MKTIME";
    /// Delivers a date, given by eight numbers, in a format (second string), shorter than so many bytes.
    Strftime = 26, "STRFTIME";
    /// Does something with processes.
    Process = 27, "PROCESS";
    /// Tells something of users and groups.
    User = 28, "USER";
    /// Tells how the system is configured.
    Configuration = 29, "CONFIGURATION";
    /// Does something with the device behind a descriptor.
    Device = 30, "DEVICE";
    /// Makes a link; a symbolic one where the first number is not zero.
    Link = 31, "LINK";
    /// Matches a text with a pattern.
    Match = 32, "MATCH";
    /// Whether there is room for what was written to a file.
    Room = 33, "ROOM";
    /// Opens a file (first string) with flags and a mode in place of a standard stream (third number); zero. Delivers
    /// what the file holds where the stream is the standard input, for the interpreter alone.
    Reopen = 34, "REOPEN";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_use_the_same_numbers() {
        let header = include_str!("../models/libc.h");
        let defined: Vec<(&str, u64)> = header
            .lines()
            .filter_map(|line| line.strip_prefix("#define SYS_")?.split_once(' '))
            .map(|(name, number)| (name, number.parse().expect("a number")))
            .collect();
        assert_eq!(defined, NAMES);
        assert!(NAMES.iter().all(|(_, number)| SystemCall::from_number(*number).is_some()));
        assert_eq!(SystemCall::from_number(0), None);
    }
}
