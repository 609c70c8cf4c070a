//! The words for the data of `engine`: what happens in a step, where an input comes from, what explains a finding, what
//! is assumed.

use clib::Promise;
use engine::{
    Action, Assumption, Example, Finding, Held, Invariant, ListEnd, ObjectFact, Passes, Range, Remark,
    Source, Step, Storage, Unit,
};

/// What the model of the library and the headers of the system call the number of the last error.
const ERRNO: &str = "__libc_errno";
const ERRNO_ADDRESS: &str = "__errno_location";

/// What happens in a step.
pub(crate) fn action(action: &Action) -> String {
    let bytes = |size: &Option<u64>| size.map_or_else(String::new, |size| format!(" of {size} bytes"));
    match action {
        Action::Assigned { target, value } if target == ERRNO => format!("errno = {value}"),
        Action::Assigned { target, value } => format!("{target} = {value}"),
        Action::Called { function } if function == ERRNO_ADDRESS => "uses errno".to_string(),
        Action::Called { function } => format!("calls {function}"),
        Action::InCall { function } => format!("called {function}"),
        Action::Returned { function, value: Some(value) } => format!("{function} returns {value}"),
        Action::Returned { function, value: None } => format!("{function} returns"),
        Action::Allocated { block: Some(block), size } => format!("allocates {block}{}", bytes(size)),
        Action::Allocated { block: None, size } => format!("the allocation{} succeeds", bytes(size)),
        Action::NotAllocated { size } => format!("the allocation{} fails", bytes(size)),
        Action::Freed { block } => format!("frees {block}"),
        Action::Decided { holds } => format!("condition is {holds}"),
        Action::Switched { value: Some(value) } => format!("switch on {value}"),
        Action::Switched { value: None } => "switch to the default".to_string(),
        Action::Read { source, value } => read(source, value.as_deref()),
        Action::EndOfInput => "reads the end of the input".to_string(),
        Action::LeftOut { steps: Some(steps) } => format!("… {steps} steps are left out …"),
        Action::LeftOut { steps: None } => "… a long stretch is left out …".to_string(),
        Action::LoopPass => "some pass of the loop begins".to_string(),
    }
}

/// What always holds somewhere.
pub(crate) fn invariant(invariant: &Invariant) -> String {
    holds(&invariant.text, &invariant.ranges)
}

/// What holds of pointers, in words, and of integers.
pub(crate) fn holds(text: &str, ranges: &[Range]) -> String {
    let text = Some(text.to_string()).filter(|text| !text.is_empty());
    let words: Vec<String> = text.into_iter().chain(ranges.iter().map(range)).collect();
    match words.is_empty() {
        true => "no pointer leads to the heap".to_string(),
        false => words.join("; "),
    }
}

fn range(range: &Range) -> String {
    let name = &range.name;
    match (range.least, range.most) {
        (Some(least), Some(most)) if least == most => format!("`{name}` is {least}"),
        (Some(least), Some(most)) => format!("`{name}` is {least} to {most}"),
        (Some(least), None) => format!("`{name}` is at least {least}"),
        (None, Some(most)) => format!("`{name}` is at most {most}"),
        (None, None) => format!("`{name}` is any number"),
    }
}

/// That something is read from outside.
fn read(from: &Source, value: Option<&str>) -> String {
    let (what, value) = match (from, value) {
        (Source::Call(function), Some(value)) => return format!("{function}() gives {value}"),
        (Source::Clock, Some(value)) => return format!("the clock says {value}"),
        (Source::Argument | Source::Environment(_), None) => {
            return "a string comes from outside".to_string();
        }
        (Source::Arguments | Source::ArgumentCount, None) => {
            return "the program has some arguments".to_string();
        }
        (Source::StandardInput(Unit::Byte), value) => ("the byte".to_string(), value),
        (Source::StandardInput(Unit::Number), value) => ("the number".to_string(), value),
        (Source::StandardInput(Unit::Word), None) => return "reads something that is no number".to_string(),
        (from, value) => (source(from), value),
    };
    match value {
        Some(value) => format!("reads {what} {value}"),
        None => format!("reads {what}"),
    }
}

/// Where an input comes from.
pub(crate) fn source(source: &Source) -> String {
    match source {
        Source::Call(function) => format!("{function}()"),
        Source::Volatile => "a volatile object".to_string(),
        Source::System => "the answer of the system (below 0: an error)".to_string(),
        Source::Clock => "the clock".to_string(),
        Source::Process => "the number of the process".to_string(),
        Source::BlockSize => "the size of blocks".to_string(),
        Source::Allocation => "memory allocation".to_string(),
        Source::StandardInput(Unit::Text) => "standard input".to_string(),
        Source::StandardInput(Unit::Count) => "number of bytes from standard input".to_string(),
        Source::StandardInput(Unit::Byte) => "a byte from standard input".to_string(),
        Source::StandardInput(Unit::Number) => "a number from standard input".to_string(),
        Source::StandardInput(Unit::Word) => "a word from standard input".to_string(),
        Source::Arguments => "the program's arguments".to_string(),
        Source::ArgumentCount => "the number of arguments".to_string(),
        Source::Argument => "an argument of the program".to_string(),
        Source::Environment(name) => format!("the environment variable {name}"),
        Source::File(name) => format!("the file {name}"),
        Source::Directory(name) => format!("the names in the directory {name}"),
        Source::NewMemory => "each byte that was never written".to_string(),
        Source::Memory { object, offset: 0, .. } => format!("{object} (never written)"),
        Source::Memory { object, offset, .. } => format!("{object} from byte {offset} on (never written)"),
    }
}

/// What explains a finding.
pub(crate) fn remark(remark: &Remark) -> String {
    match remark {
        Remark::Begins { storage, name, size } => {
            let begins = match storage {
                Storage::Block => "is allocated",
                Storage::Variable => "is declared",
                Storage::Other => "begins its life",
            };
            format!("{name} ({size} bytes) {begins} here")
        }
        Remark::Ends { storage, name } => {
            let ends = match storage {
                Storage::Block => "is freed",
                Storage::Variable => "goes out of scope",
                Storage::Other => "ends its life",
            };
            format!("{name} {ends} here")
        }
        Remark::Abstract(facts) if facts.is_empty() => {
            "this was found in an abstract state, in which several executions were joined".to_string()
        }
        Remark::Abstract(facts) => format!("this was found in an abstract state: {}", facts.join("; ")),
    }
}

/// What fails in a function: on which path, and for which heap.
pub(crate) fn failure(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    let is_last = |step: &&Step| matches!(step.action, Action::Returned { .. });
    let steps = finding.trace.iter().filter(|step| !is_last(step)).map(|step| match step.span {
        Some(span) => format!("{} (line {})", action(&step.action), span.line),
        None => action(&step.action),
    });
    let steps: Vec<String> = steps.collect();
    // The path of a run has all its steps, which is too much for a sentence.
    if !steps.is_empty() && !finding.is_confirmed() {
        text.push_str(&format!(", when {}", steps.join(", then ")));
    }
    if let Some(example) = finding.example.as_ref().filter(|example| !example.is_empty()) {
        text.push_str(&format!("; for example {}", self::example(example)));
    }
    text
}

/// The link of a list, as it follows its first node.
pub(crate) fn along(link: &Option<String>) -> String {
    link.as_ref().map_or(String::new(), |link| format!(" along {link}"))
}

/// A heap that a function may begin with.
fn example(example: &Example) -> String {
    let held = |list: &[Held]| -> Vec<String> {
        list.iter().map(|held| format!("{} = {}", held.place, held.value)).collect()
    };
    let list =
        |list: &ListEnd| format!("the list from {}{} ends with {}", list.from, along(&list.link), list.end);
    let passes =
        |list: &Passes| format!("the list from {}{} passes {}", list.from, along(&list.link), list.to);
    let object = |fact: &ObjectFact| match fact {
        ObjectFact::Unallocated { object } => format!("{object} is not allocated"),
        ObjectFact::Sized { object, bytes } => format!("{object} has {bytes} bytes"),
        ObjectFact::Blocking { pointer } => format!("{pointer} is blocking"),
    };
    let parts = [
        ("at first ", held(&example.parameters)),
        ("", held(&example.cells)),
        ("", example.lists.iter().map(list).chain(example.passes.iter().map(passes)).collect()),
        ("", example.objects.iter().map(object).collect()),
        ("here ", held(&example.variables)),
    ];
    let said = parts.iter().filter(|(_, facts)| !facts.is_empty());
    let said: Vec<String> = said.map(|(begin, facts)| format!("{begin}{}", facts.join(", "))).collect();
    said.join("; ")
}

/// What is assumed of the C library, as it follows "assuming that".
fn library(assumption: clib::Assumption) -> String {
    let text = match assumption {
        clib::Assumption::LargestBlock { bytes } => {
            let limit = match bytes.is_power_of_two() {
                true => format!("2^{}", bytes.ilog2()),
                false => format!("2^{} - 1", (bytes + 1).ilog2()),
            };
            return format!("an allocation of more than {limit} bytes fails");
        }
        clib::Assumption::AtoiCuts => "atoi and its kin cut numbers that are too large",
        clib::Assumption::BsearchHalves => {
            "bsearch compares as a search by halves does, and finds the first that it meets"
        }
        clib::Assumption::CharacterClasses => {
            "characters are classified and converted as in the GNU C library, also those below zero"
        }
        clib::Assumption::Errno => {
            "functions of the library set errno as the GNU C library does, and those that succeed leave it as it is"
        }
        clib::Assumption::NullOfNothing => {
            "functions that are given a null pointer and a length of zero do nothing with it"
        }
        clib::Assumption::SetjmpLocals => {
            "locals that change between setjmp and longjmp are volatile where they are read afterwards"
        }
        clib::Assumption::NoSignals => {
            "no signal arrives from outside while the program runs, and handlers stay where they are set"
        }
        clib::Assumption::QsortMerges => {
            "qsort compares as a merge sort does, and keeps elements that compare as equal in their order"
        }
        clib::Assumption::RandomSequence => "random numbers are the sequence of the GNU C library",
        clib::Assumption::ReallocToNothing => {
            "realloc to no bytes frees the block and returns null, as in the GNU C library"
        }
        clib::Assumption::ScanfCuts => "sscanf cuts numbers that are too large",
        clib::Assumption::LocaleC => "the environment asks for the locale C",
        clib::Assumption::OneThread => "the program has one thread",
        clib::Assumption::ErrorTexts => "the texts of errors are those of the GNU C library",
        clib::Assumption::SystemTexts => {
            "texts that the system has about users, terminals and machines have at most 4095 characters, groups at most 2 members"
        }
        clib::Assumption::ClockRange => "the clock shows a time from 1970 to 9999",
        clib::Assumption::Utc => "the time zone is UTC",
        clib::Assumption::Mapped => {
            "files that are mapped into memory are as long as what is mapped, and nobody else changes them"
        }
        clib::Assumption::Promise(Promise::Difference) => {
            "functions that compare strings or memory return the difference of the first characters that differ"
        }
        clib::Assumption::Promise(Promise::NoFailure) => {
            "the standard streams and descriptors do not fail: what is written arrives, and reading ends at the end of the input"
        }
        clib::Assumption::Promise(Promise::FullSleep) => "no signal ends a sleep early",
        clib::Assumption::Promise(Promise::Room) => "there is room for every function that atexit registers",
        clib::Assumption::EqualLiterals => "equal literals in one file are one object, as clang makes them",
    };
    text.to_string()
}

/// What is assumed, as it follows "assuming that".
pub(crate) fn assumption(assumption: &Assumption) -> String {
    let text = match assumption {
        Assumption::Target { bits } => {
            return format!("the program is compiled by clang for {bits}-bit x86, little-endian");
        }
        Assumption::Promised { owner, promise } => {
            return format!(
                "of every {owner} that `it` points to, {promise} holds whenever a function begins or returns"
            );
        }
        Assumption::Tagged { owner, link, node, tag, value } => {
            return format!("in a {owner}, `{link}` is null or points to a {node} where `{tag}` is {value}");
        }
        Assumption::Library(what) => return library(*what),
        Assumption::SignedWraps => {
            "signed integers wrap around where they overflow (--property no-overflow checks it)"
        }
        Assumption::ConstantsFit => "signed integers do not overflow in constant expressions",
        Assumption::ShiftsWrap => {
            "signed integers that are shifted to the left wrap around where they overflow"
        }
        Assumption::CompoundLiterals => {
            "compound literals live until their function returns (clang does not tell their scope)"
        }
        Assumption::Stack => "the stack is large enough for the program's recursion and arrays",
        Assumption::ProgramName => "the program is started with its name as the first argument",
        Assumption::AnyArguments => {
            "the function is called with any numbers, and with pointers that are null or lead to objects of their type, \
             each the same as another argument of its type or apart from all others: lists and trees of any size, \
             strings for `char *`"
        }
        Assumption::MallocSucceeds => "memory allocation never fails (--malloc=ok)",
        Assumption::MaxHeap { bytes } => {
            let size = match bytes {
                _ if bytes.is_multiple_of(1 << 30) => format!("{} GiB", bytes >> 30),
                _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
                _ => format!("{bytes} bytes"),
            };
            return format!("at most {size} of heap memory are in use at once (--max-heap)");
        }
        Assumption::Unwritten => {
            "memory that was never written holds arbitrary values (--property initialized checks that none matters)"
        }
        Assumption::Volatile => {
            "reading a volatile object gives what was written last (--volatile=any takes any value)"
        }
        Assumption::Foreign { function, changes: true } => {
            return format!(
                "{function}, which nobody defines, gives any result, and changes nothing but what its pointer \
                 arguments reach, of which it frees and keeps nothing (--extern=havoc)"
            );
        }
        Assumption::Foreign { function, changes: false } => {
            return format!(
                "{function}, which nobody defines, gives any result and changes nothing (--extern=pure)"
            );
        }
        Assumption::NoReturn { function } => {
            return format!("{function} does not return (--noreturn)");
        }
        Assumption::Aligned => {
            "objects begin at addresses that are multiples of the pointer size, and accesses are aligned as types demand"
        }
        Assumption::ContractsOfOthers => "called functions satisfy their contracts",
        Assumption::EffectiveTypes => {
            "memory is written and read with one type at each place, as C's effective types demand"
        }
        Assumption::GivenPointers => {
            "pointers that a function is given equal others only if they point to the same place of the same object"
        }
        Assumption::NullTraps => {
            "an access through a null pointer ends the program (--property valid-deref checks that there is none)"
        }
        Assumption::Integrity => {
            "callers and called functions keep data structures intact: links are null or point to whole nodes of \
             their type, buffers that are indexed lie apart from nodes, and strings that are not handed over stay strings"
        }
        Assumption::FreedIsUnused { functions, more } => {
            let more = if *more > 0 { format!(" and {more} more") } else { String::new() };
            let names = functions.join(", ");
            return format!("what is freed by {names}{more} is reached in no other way afterwards");
        }
        Assumption::OthersFreeNothing => {
            "functions that are called through pointers, or that no file defines, free nothing that is used afterwards"
        }
        Assumption::Allocators { functions } => {
            let names = functions.join(", ");
            return format!(
                "these give new memory of the size they are given, or null, or free what they are given: {names}"
            );
        }
        Assumption::AllocatorsSucceed { functions } => {
            let names = functions.join(", ");
            return format!("these never give null, because nobody checks what they give: {names}");
        }
        Assumption::DataIsValid => {
            "pointers to data (void *, char *, numbers) and to functions in memory are valid where they are used by \
             others"
        }
    };
    text.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_told() {
        let number = Source::StandardInput(Unit::Number);
        let told = [
            (Action::Returned { function: "f".into(), value: None }, "f returns"),
            (
                Action::Allocated { block: Some("block 1".into()), size: Some(16) },
                "allocates block 1 of 16 bytes",
            ),
            (Action::NotAllocated { size: None }, "the allocation fails"),
            (Action::Called { function: "__errno_location".into() }, "uses errno"),
            (Action::Assigned { target: "__libc_errno".into(), value: "22".into() }, "errno = 22"),
            (Action::Read { source: number, value: Some("7".into()) }, "reads the number 7"),
            (Action::LeftOut { steps: Some(9) }, "… 9 steps are left out …"),
        ];
        for (step, words) in told {
            assert_eq!(action(&step), words);
        }
    }
}
