//! Finding the function where execution starts, and what to say where there is none.

use ir::{FuncId, Program};

/// A misspelled name is this similar to the one that was meant.
const SIMILAR: f64 = 0.75;
/// How many names are listed.
const LISTED: usize = 8;

/// Where execution starts so that the function with this name is executed, with arguments of any value where it is not
/// called as `main` is; otherwise what to tell the user.
pub fn start(program: &mut Program, name: &str) -> Result<FuncId, String> {
    let entry = find(program, name)?;
    Ok(clib::start(program, entry))
}

/// Where execution starts in a program that was [`start`]ed.
pub fn started(program: &Program, name: &str) -> Option<FuncId> {
    clib::starter(program).or_else(|| find(program, name).ok())
}

/// The function with this name, which must have a body; otherwise what to tell the user.
fn find(program: &Program, name: &str) -> Result<FuncId, String> {
    let found = program.find_function(name);
    if let Some(id) = found.filter(|id| program.function(*id).body.is_some()) {
        return Ok(id);
    }
    let defined: Vec<&str> = program
        .functions
        .iter()
        .filter(|function| function.body.is_some())
        .map(|function| function.name.as_str())
        .collect();
    let problem = match found {
        Some(_) => format!("the function `{name}` is declared but no file defines it"),
        None => format!("there is no function `{name}`, where execution would start"),
    };
    Err(format!("{problem}\n{}", hint(&defined, name)))
}

/// Names to choose from: those that are similar, else some.
fn hint(defined: &[&str], name: &str) -> String {
    let mut similar: Vec<(f64, &str)> = defined
        .iter()
        .map(|candidate| (strsim::jaro_winkler(name, candidate), *candidate))
        .filter(|(score, _)| *score >= SIMILAR)
        .collect();
    similar.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    let similar: Vec<&str> = similar.into_iter().map(|(_, name)| name).collect();
    match (similar.is_empty(), defined.is_empty()) {
        (false, _) => format!("similar names: {} (choose with --entry)", listed(&similar)),
        (true, false) => format!("the program defines {} (choose with --entry)", listed(defined)),
        (true, true) => "the program defines no function at all".to_string(),
    }
}

/// The names, as far as they are few.
fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(LISTED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_come_first() {
        let defined = ["list_push", "maim", "list_pop", "man"];
        assert_eq!(hint(&defined, "main"), "similar names: `man`, `maim` (choose with --entry)");
        assert!(hint(&defined, "xyz").starts_with("the program defines `list_push`, `maim`"));
        let many = ["f"; 20];
        assert!(hint(&many, "xyz").contains("and 12 more"));
    }
}
