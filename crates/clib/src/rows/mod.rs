//! The functions of the library, one row each, by subject; and how a name finds its row.
//!
//! Invariant: a name stands in one row, and a row that says it has a model has one (tests below and in
//! [`crate::code`]).

mod machine;
mod memory;
mod number;
mod process;
mod search;
mod stdio;
mod string;
mod system;
mod verifier;

use crate::primitive::{Math, Primitive};
use crate::row::{Channel, Does, Row};
use ir::{FloatKind, Scalar, Target};
use std::collections::HashMap;
use std::sync::OnceLock;

/// All rows but [`CHOICE`].
const SUBJECTS: &[&[Row]] = &[
    memory::ROWS,
    stdio::ROWS,
    string::ROWS,
    number::ROWS,
    process::ROWS,
    system::ROWS,
    machine::ROWS,
    search::ROWS,
    verifier::ROWS,
];

/// Every function by which a program asks a verifier for a value of some type.
static CHOICE: Row = crate::row::primitive("__VERIFIER_nondet_*", Primitive::Nondet(Scalar::Int(32)))
    .consumes(&[Channel::Choice]);

/// What starts the names of those functions; the rest tells the type.
const CHOICE_PREFIX: &str = "__VERIFIER_nondet_";

/// The types that can be asked for: names, the type in C, and what it is here; no number of bits for a `long`.
const CHOICES: &[(&[&str], &str, Chosen)] = &[
    (&["bool", "_Bool"], "_Bool", Chosen::Int(1)),
    (&["char"], "char", Chosen::Int(8)),
    (&["schar"], "signed char", Chosen::Int(8)),
    (&["uchar", "unsigned_char", "u8", "U8"], "unsigned char", Chosen::Int(8)),
    (&["short"], "short", Chosen::Int(16)),
    (&["ushort", "unsigned_short", "u16", "U16"], "unsigned short", Chosen::Int(16)),
    (&["int"], "int", Chosen::Int(32)),
    (&["uint", "unsigned", "unsigned_int", "u32", "U32"], "unsigned", Chosen::Int(32)),
    (&["long", "ssize_t", "loff_t"], "long", Chosen::Word),
    (&["ulong", "unsigned_long", "size_t"], "unsigned long", Chosen::Word),
    (&["longlong"], "long long", Chosen::Int(64)),
    (&["ulonglong", "u64", "U64"], "unsigned long long", Chosen::Int(64)),
    (&["int128"], "__int128", Chosen::Int(128)),
    (&["uint128"], "unsigned __int128", Chosen::Int(128)),
    (&["float"], "float", Chosen::Float(FloatKind::F32)),
    (&["double"], "double", Chosen::Float(FloatKind::F64)),
    (&["pointer", "pchar", "charp", "const_char_pointer"], "void *", Chosen::Pointer),
];

/// The type of a value that a verifier chooses.
#[derive(Clone, Copy)]
enum Chosen {
    Int(u8),
    Word,
    Float(FloatKind),
    Pointer,
}

/// The formats by the suffix of a math function's name.
const FORMATS: [(&str, FloatKind); 4] =
    [("", FloatKind::F64), ("f", FloatKind::F32), ("l", FloatKind::X87), ("f128", FloatKind::F128)];

/// All rows, in order.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    SUBJECTS.iter().copied().flatten().chain(std::iter::once(&CHOICE))
}

/// The rows by name.
fn by_name() -> &'static HashMap<&'static str, &'static Row> {
    static INDEX: OnceLock<HashMap<&'static str, &'static Row>> = OnceLock::new();
    INDEX.get_or_init(|| rows().flat_map(|row| row.names().map(move |name| (name, row))).collect())
}

/// The fortified variants by name: the row, and the arguments that they have in addition.
pub(crate) fn fortified(name: &str) -> Option<(&'static Row, &'static [usize])> {
    type Variants = HashMap<&'static str, (&'static Row, &'static [usize])>;
    static INDEX: OnceLock<Variants> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let variants =
            |row: &'static Row| row.fortified.iter().map(move |(name, extra)| (*name, (row, *extra)));
        rows().flat_map(variants).collect()
    });
    index.get(name).copied()
}

/// The row of the function with this name.
pub fn row(name: &str) -> Option<&'static Row> {
    if let Some(row) = by_name().get(name) {
        return Some(row);
    }
    if choice(name).is_some() {
        return Some(&CHOICE);
    }
    math(name).map(|(row, ..)| row)
}

/// What a function with a model does: by its name, or as what takes the place of another one.
pub fn row_of_model(name: &str) -> Option<&'static Row> {
    let stands_for = |row: &&Row| row.beside.is_some_and(|(_, model)| model == name);
    row(name).or_else(|| rows().find(stands_for))
}

/// Whether a function gives what the system answers: models leave to it what they do not decide.
pub fn asks_system(name: &str) -> bool {
    crate::code::is_internal(name) && row(name).is_some_and(|row| matches!(row.does, Does::Primitive(_)))
}

/// Whether the library has a function with this name.
pub fn is_known(name: &str) -> bool {
    row(name).is_some() || fortified(name).is_some()
}

/// The primitive with this name.
pub fn primitive(name: &str, target: Target) -> Option<Primitive> {
    if let Some(row) = by_name().get(name) {
        return match row.does {
            Does::Primitive(primitive) => Some(primitive),
            Does::Math(function) => Some(Primitive::Math(function, FloatKind::F64)),
            Does::Model => None,
        };
    }
    if let Some((_, chosen)) = choice(name) {
        return Some(Primitive::Nondet(match chosen {
            Chosen::Int(bits) => Scalar::Int(bits),
            Chosen::Word => Scalar::Int((target.pointer_bytes * 8) as u8),
            Chosen::Float(kind) => Scalar::Float(kind),
            Chosen::Pointer => Scalar::Ptr,
        }));
    }
    math(name).map(|(_, function, format)| Primitive::Math(function, format))
}

/// The type in C of the result of a function by which a program asks a verifier for a value.
pub fn choice_type(name: &str) -> Option<&'static str> {
    choice(name).map(|(ty, _)| ty)
}

fn choice(name: &str) -> Option<(&'static str, Chosen)> {
    let wanted = match name {
        "__nondet" | "___sl_get_nondet_int" => "int",
        _ => name.strip_prefix(CHOICE_PREFIX)?,
    };
    let (_, ty, chosen) = CHOICES.iter().find(|(names, ..)| names.contains(&wanted))?;
    Some((ty, *chosen))
}

/// A function of `<math.h>` in one of the formats, or a variant of it that assumes finite numbers.
fn math(name: &str) -> Option<(&'static Row, Math, FloatKind)> {
    let bare = name.strip_suffix("_finite").and_then(|name| name.strip_prefix("__")).unwrap_or(name);
    FORMATS.iter().find_map(|(suffix, format)| {
        let row = by_name().get(bare.strip_suffix(suffix)?)?;
        match row.does {
            Does::Math(function) => Some((*row, function, *format)),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::primitive::{Print, PrintTo, Scan, ScanFrom};

    #[test]
    fn names_of_all_shapes_are_found() {
        let find = |name: &str, pointer_bytes: u32| primitive(name, Target { pointer_bytes });
        assert_eq!(find("malloc", 8), Some(Primitive::Malloc));
        assert_eq!(find("__VERIFIER_nondet_ulong", 4), Some(Primitive::Nondet(Scalar::Int(32))));
        assert_eq!(find("sqrt", 8), Some(Primitive::Math(Math::Sqrt, FloatKind::F64)));
        assert_eq!(find("sqrtl", 8), Some(Primitive::Math(Math::Sqrt, FloatKind::X87)));
        assert_eq!(find("__exp_finite", 8), Some(Primitive::Math(Math::Exp, FloatKind::F64)));
        assert_eq!(find("floorf", 8), Some(Primitive::Math(Math::Floor, FloatKind::F32)));
        let scan = Scan { from: ScanFrom::Stream, list: false };
        assert_eq!(find("__isoc99_fscanf", 8), Some(Primitive::Scan(scan)));
        let print = Print { to: PrintTo::Bounded, list: true };
        assert_eq!(find("vsnprintf", 8), Some(Primitive::Print(print)));
        assert_eq!(
            fortified("__vsnprintf_chk").map(|(row, extra)| (row.name, extra)),
            Some(("vsnprintf", &[2, 3][..]))
        );
        assert_eq!(find("strlen", 8), None);
        assert_eq!(find("__VERIFIER_nondet_list", 8), None);
        assert_eq!(choice_type("__VERIFIER_nondet_u8"), Some("unsigned char"));
    }

    #[test]
    fn a_name_stands_in_one_row() {
        let mut names: Vec<&str> = rows().flat_map(Row::names).collect();
        names.extend(rows().flat_map(|row| row.fortified.iter().map(|variant| variant.0)));
        let count = names.len();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?} among {count}");
    }

    #[test]
    fn a_function_that_gives_memory_can_fail_or_ends() {
        let is_operator = |row: &Row| row.name.starts_with("_Zn");
        for row in rows().filter(|row| row.allocates.is_some() && !is_operator(row)) {
            assert!(row.fails.is_some(), "{} says nothing of the case without memory", row.name);
        }
    }
}
