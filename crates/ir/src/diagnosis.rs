//! What is wrong with an access to memory, in words: the same words in every engine.

use crate::{Access, ErrorKind, FuncId, GlobalId, Program, VarId};

/// What kind of object an address leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage<'a> {
    /// A function.
    Function,
    /// A heap block.
    Heap,
    /// A variable.
    Variable,
    /// The variadic arguments of a call.
    Variadic,
    /// An object of the library, which the program may not look into.
    Opaque(&'a str),
}

/// Where in its life an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Its scope has not begun.
    Unborn,
    /// It exists.
    Alive,
    /// It was freed, or its scope has ended.
    Ended,
}

/// What is wrong: the kind of error, and the message.
pub type Diagnosis = (ErrorKind, String);

/// Why an object may not be accessed at any place; none where it may.
pub fn forbidden(storage: Storage<'_>, stage: Stage, access: Access) -> Option<Diagnosis> {
    let verb = access.verb();
    let (kind, object) = match (storage, stage) {
        (Storage::Function, _) => (ErrorKind::InvalidPointer, "at the address of a function".to_string()),
        (Storage::Heap, Stage::Ended) => {
            (ErrorKind::UseAfterFree, "heap memory after it was freed".to_string())
        }
        (Storage::Variadic, Stage::Ended) => {
            (ErrorKind::UseAfterScope, "the arguments of a call that has returned".to_string())
        }
        (_, Stage::Ended) => (ErrorKind::UseAfterScope, "a local variable after its scope ended".to_string()),
        (_, Stage::Unborn) => {
            (ErrorKind::UseAfterScope, "a local variable before its scope begins".to_string())
        }
        (Storage::Opaque(what), Stage::Alive) => (ErrorKind::InvalidPointer, format!("inside {what}")),
        (Storage::Heap | Storage::Variable | Storage::Variadic, Stage::Alive) => return None,
    };
    Some((kind, format!("{verb} {object}")))
}

/// An object that may be read is written.
pub fn constant() -> Diagnosis {
    (ErrorKind::InvalidPointer, "writes to constant memory".to_string())
}

/// `count` bytes at an offset of an object do not lie inside of it.
pub fn out_of_bounds(storage: Storage<'_>, access: Access, offset: i64, count: u64, size: u64) -> Diagnosis {
    let verb = access.verb();
    if storage == Storage::Variadic {
        return (ErrorKind::OutOfBounds, format!("{verb} more variadic arguments than were passed"));
    }
    let bytes = |count: u64| if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") };
    let place = match u64::try_from(offset) {
        Err(_) => format!("{} before the start of", bytes(offset.unsigned_abs())),
        Ok(offset) if offset < size => format!("at offset {offset} of"),
        Ok(offset) if offset == size => "just past the end of".to_string(),
        Ok(offset) => format!("{} past the end of", bytes(offset - size)),
    };
    (ErrorKind::OutOfBounds, format!("{verb} {} {place} an object of {}", bytes(count), bytes(size)))
}

/// Some bytes of an object are accessed at an offset of which nothing is known but that it may not lie inside: the bound
/// that is missing, where the size of the object and the number of bytes are known.
pub fn not_within(storage: Storage<'_>, access: Access, count: Option<u64>, size: Option<u64>) -> Diagnosis {
    let verb = access.verb();
    if storage == Storage::Variadic {
        return (ErrorKind::OutOfBounds, format!("{verb} more variadic arguments than may have been passed"));
    }
    let bytes = |count: u64| if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") };
    let what = count.map_or_else(|| "bytes".to_string(), bytes);
    let bound = match (count, size) {
        (Some(1), Some(size)) => format!("below {size}, the size of the object"),
        (Some(count), Some(size)) if count <= size => {
            format!("at most {}, in an object of {}", size - count, bytes(size))
        }
        (_, Some(size)) => format!("inside an object of {}", bytes(size)),
        (_, None) => "inside the object".to_string(),
    };
    (ErrorKind::OutOfBounds, format!("{verb} {what} at an offset not known to be {bound}"))
}

/// The same at a known offset: how many bytes are accessed, or how many there are, is not known.
pub fn not_ending_within(
    storage: Storage<'_>,
    access: Access,
    offset: u64,
    count: Option<u64>,
    size: Option<u64>,
) -> Diagnosis {
    let verb = access.verb();
    if storage == Storage::Variadic {
        return not_within(storage, access, count, size);
    }
    let bytes = |count: u64| if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") };
    let object =
        size.map_or_else(|| "the object".to_string(), |size| format!("an object of {}", bytes(size)));
    let message = match count {
        Some(count) => format!(
            "{verb} {} at offset {offset} of an object not known to have {}",
            bytes(count),
            bytes(offset.saturating_add(count))
        ),
        None if offset == 0 => format!("{verb} bytes that are not known to end inside {object}"),
        None => format!("{verb} bytes from offset {offset} on that are not known to end inside {object}"),
    };
    (ErrorKind::OutOfBounds, message)
}

/// An address at which no object lies; addresses below `null_page` are offsets from a null pointer.
pub fn no_object(access: Access, address: u64, null_page: u64) -> Diagnosis {
    let verb = access.verb();
    match address {
        0 => (ErrorKind::NullDeref, format!("{verb} through a null pointer")),
        offset if offset < null_page => {
            (ErrorKind::NullDeref, format!("{verb} through a null pointer plus {offset} bytes"))
        }
        address => {
            (ErrorKind::InvalidPointer, format!("{verb} at the address {address:#x}, where no object lies"))
        }
    }
}

/// How reports call a global.
pub fn global_name(program: &Program, id: GlobalId) -> String {
    let global = program.global(id);
    match global.constant && global.name.starts_with(".str") {
        true => "string literal".to_string(),
        false => format!("global {}", global.name),
    }
}

/// How reports call a function whose address is meant.
pub fn function_name(program: &Program, id: FuncId) -> String {
    format!("function {}", program.function(id).name)
}

/// How reports call the memory of a variable, or of a value that has no name.
pub fn local_name(program: &Program, function: FuncId, var: Option<VarId>) -> String {
    let body = program.function(function).body.as_ref();
    let name = var.and_then(|var| body.map(|body| &body.var(var).name));
    name.map_or_else(|| "temporary".to_string(), |name| format!("variable {name}"))
}

/// How reports call a heap block, counted in the order of allocation.
pub fn block_name(number: impl std::fmt::Display) -> String {
    format!("block {number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_from_the_object() {
        let at = |offset, count, size| out_of_bounds(Storage::Heap, Access::Read, offset, count, size).1;
        assert_eq!(at(-4, 4, 8), "reads 4 bytes 4 bytes before the start of an object of 8 bytes");
        assert_eq!(at(6, 4, 8), "reads 4 bytes at offset 6 of an object of 8 bytes");
        assert_eq!(at(8, 1, 8), "reads 1 byte just past the end of an object of 8 bytes");
        assert_eq!(at(9, 2, 1), "reads 2 bytes 8 bytes past the end of an object of 1 byte");
    }

    #[test]
    fn missing_bounds_are_told() {
        let at = |count, size| not_within(Storage::Heap, Access::Read, count, size).1;
        assert_eq!(
            at(Some(1), Some(16)),
            "reads 1 byte at an offset not known to be below 16, the size of the object"
        );
        assert_eq!(
            at(Some(4), Some(40)),
            "reads 4 bytes at an offset not known to be at most 36, in an object of 40 bytes"
        );
        assert_eq!(at(None, None), "reads bytes at an offset not known to be inside the object");
        let from =
            |offset, count, size| not_ending_within(Storage::Heap, Access::Write, offset, count, size).1;
        assert_eq!(
            from(0, None, Some(64)),
            "writes bytes that are not known to end inside an object of 64 bytes"
        );
        assert_eq!(
            from(8, None, None),
            "writes bytes from offset 8 on that are not known to end inside the object"
        );
        assert_eq!(
            from(4, Some(4), None),
            "writes 4 bytes at offset 4 of an object not known to have 8 bytes"
        );
    }

    #[test]
    fn what_is_gone_is_told_by_what_it_was() {
        let kind = |storage| forbidden(storage, Stage::Ended, Access::Write).map(|found| found.0);
        assert_eq!(kind(Storage::Heap), Some(ErrorKind::UseAfterFree));
        assert_eq!(kind(Storage::Variable), Some(ErrorKind::UseAfterScope));
        assert_eq!(forbidden(Storage::Variable, Stage::Alive, Access::Write), None);
        let (_, text) = forbidden(Storage::Opaque("a stream"), Stage::Alive, Access::Read).unwrap();
        assert_eq!(text, "reads inside a stream");
    }

    #[test]
    fn small_addresses_are_null_plus_something() {
        assert_eq!(no_object(Access::Read, 8, 4096).0, ErrorKind::NullDeref);
        assert_eq!(no_object(Access::Read, 0x10000, 4096).0, ErrorKind::InvalidPointer);
    }
}
