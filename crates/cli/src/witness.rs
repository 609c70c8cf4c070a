//! `--witness`: writes a witness of the verdict.

use crate::competition;
use crate::options::CheckOptions;
use crate::output::{self, Exit};
use crate::verdict::Reported;
use report::witness::{About, Form};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes the witness, if there is a verdict to witness; the exit code.
pub fn write(options: &CheckOptions, path: &Path, reported: &Reported<'_>, exit: Exit) -> Exit {
    let specification = match &options.task.prp {
        Some(file) => file.text.clone(),
        None => competition::specification(reported.properties, &options.task.entry),
    };
    let files = reported.invocation.iter().flat_map(|it| &it.files);
    let files = files.map(|file| String::from_utf8_lossy(file).into_owned()).collect();
    let bits = reported.program.target.pointer_bytes * 8;
    let about = About { specification, files, bits, created: now() };
    match report::witness::render(&reported.report(None), &about, Form::of(&path.to_string_lossy())) {
        Some(text) => output::saved(path, &text, exit),
        None => exit,
    }
}

/// The time, as ISO 8601 says it: the clock's, or what SOURCE_DATE_EPOCH says for output that can be repeated.
fn now() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    iso(given.unwrap_or_else(clock))
}

fn iso(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March, in eras of 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * march + 2) / 5 + 1, if march < 10 { march + 3 } else { march - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::iso;

    #[test]
    fn times_are_written_as_in_the_calendar() {
        assert_eq!(iso(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(iso(4_102_444_799), "2099-12-31T23:59:59Z");
    }
}
