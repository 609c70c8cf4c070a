//! Dates: seconds since 1970 in the calendar, without time zones, and dates as text.

/// The numbers of a date: seconds, minutes, hours, day, month from 0, years since 1900, day of the week, of the year,
/// and whether it is summer time.
pub type Date = [i32; 9];

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The days from 1970 to the first of March of a year that is counted from March on.
fn days_to_march(year: i64) -> i64 {
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) - 719_468
}

/// The days from 1970 to the first of a month, counted from 0, of a year.
fn days_to(year: i64, month: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    // Months from March on, so that the day of a leap year comes last.
    let (from, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    days_to_march(from) + (153 * month + 2) / 5
}

/// The date of some seconds since 1970.
pub fn date(seconds: i64) -> Date {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let mut year = 1970 + days.div_euclid(if days < 0 { 365 } else { 366 });
    while days_to(year + 1, 0) <= days {
        year += 1;
    }
    let in_year = days - days_to(year, 0);
    let month = (0..12).rev().find(|month| days_to(year, *month) <= days).unwrap_or(0);
    let in_month = days - days_to(year, month) + 1;
    let numbers = [
        rest % 60,
        rest / 60 % 60,
        rest / 3600,
        in_month,
        month,
        year - 1900,
        (days + 4).rem_euclid(7),
        in_year,
        0,
    ];
    numbers.map(|number| number as i32)
}

/// The seconds since 1970 of a date, of which six numbers count, whatever they are.
pub fn seconds(date: &[i32]) -> i64 {
    let at = |index: usize| date.get(index).copied().map_or(0, i64::from);
    let days = days_to(at(5) + 1900, at(4)) + at(3) - 1;
    days * 86_400 + at(2) * 3600 + at(1) * 60 + at(0)
}

/// The year and the week of ISO 8601: weeks begin on Monday, and the first has the first Thursday.
fn week(date: &[i32]) -> (i32, i32) {
    let at = |index: usize| date.get(index).copied().unwrap_or(0);
    let (year, in_year, from_monday) = (at(5) + 1900, at(7), (at(6) + 6) % 7);
    let length = |year: i32| (days_to(i64::from(year) + 1, 0) - days_to(i64::from(year), 0)) as i32;
    // The day of the year of this week's Thursday.
    let thursday = in_year - from_monday + 3;
    match thursday {
        ..0 => (year - 1, (thursday + length(year - 1)) / 7 + 1),
        _ if thursday >= length(year) => (year + 1, (thursday - length(year)) / 7 + 1),
        _ => (year, thursday / 7 + 1),
    }
}

/// The numbers as bytes.
pub fn bytes(date: &Date) -> Vec<u8> {
    date.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Bytes as numbers.
pub fn numbers(bytes: &[u8]) -> Vec<i32> {
    let chunks = bytes.chunks_exact(4);
    chunks.map(|chunk| i32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]])).collect()
}

/// A date in a format of `strftime`; none where it has a conversion that is not done here.
pub fn formatted(date: &[i32], format: &[u8]) -> Option<Vec<u8>> {
    let at = |index: usize| date.get(index).copied().unwrap_or(0);
    let name = |names: &[&str], index: usize| {
        names.get(at(index) as usize).map_or("?".to_string(), |it| it.to_string())
    };
    let (hour, year) = (at(2), at(5) + 1900);
    let half = if hour % 12 == 0 { 12 } else { hour % 12 };
    let mut text = Vec::new();
    let mut letters = format.iter();
    while let Some(letter) = letters.next() {
        if *letter != b'%' {
            text.push(*letter);
            continue;
        }
        let part = |format: &[u8]| formatted(date, format).and_then(|text| String::from_utf8(text).ok());
        let shown = match letters.next()? {
            b'Y' => year.to_string(),
            b'C' => format!("{:02}", year / 100),
            b'y' => format!("{:02}", year % 100),
            b'm' => format!("{:02}", at(4) + 1),
            b'd' => format!("{:02}", at(3)),
            b'e' => format!("{:2}", at(3)),
            b'H' => format!("{hour:02}"),
            b'I' => format!("{half:02}"),
            b'M' => format!("{:02}", at(1)),
            b'S' => format!("{:02}", at(0)),
            b'p' => if hour < 12 { "AM" } else { "PM" }.to_string(),
            b'j' => format!("{:03}", at(7) + 1),
            b'u' => (if at(6) == 0 { 7 } else { at(6) }).to_string(),
            b'w' => at(6).to_string(),
            b'A' => name(&DAYS, 6),
            b'a' => name(&DAYS, 6).chars().take(3).collect(),
            b'B' => name(&MONTHS, 4),
            b'b' | b'h' => name(&MONTHS, 4).chars().take(3).collect(),
            b'D' | b'x' => part(b"%m/%d/%y")?,
            b'F' => part(b"%Y-%m-%d")?,
            b'T' | b'X' => part(b"%H:%M:%S")?,
            b'R' => part(b"%H:%M")?,
            b'c' => part(b"%a %b %e %H:%M:%S %Y")?,
            b'U' => format!("{:02}", (at(7) + 7 - at(6)) / 7),
            b'W' => format!("{:02}", (at(7) + 7 - (at(6) + 6) % 7) / 7),
            b'V' => format!("{:02}", week(date).1),
            b'G' => week(date).0.to_string(),
            b'g' => format!("{:02}", week(date).0 % 100),
            b'k' => format!("{hour:2}"),
            b'l' => format!("{half:2}"),
            b'r' => part(b"%I:%M:%S %p")?,
            b's' => seconds(date).to_string(),
            b'Z' => "GMT".to_string(),
            b'z' => "+0000".to_string(),
            b'n' => "\n".to_string(),
            b't' => "\t".to_string(),
            b'%' => "%".to_string(),
            _ => return None,
        };
        text.extend(shown.bytes());
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_seconds_are_the_same() {
        assert_eq!(date(0), [0, 0, 0, 1, 0, 70, 4, 0, 0]);
        assert_eq!(date(951_782_400), [0, 0, 0, 29, 1, 100, 2, 59, 0]);
        assert_eq!(date(-1), [59, 59, 23, 31, 11, 69, 3, 364, 0]);
        for seconds in (-4_000_000_000i64..4_000_000_000).step_by(86_400 * 37 + 12_345) {
            assert_eq!(super::seconds(&date(seconds)), seconds);
        }
        assert_eq!(super::seconds(&[0, 0, 0, 32, 12, 99]), seconds(&[0, 0, 0, 1, 1, 100]));
    }

    #[test]
    fn dates_are_shown() {
        let date = date(1_700_000_000);
        assert_eq!(formatted(&date, b"%F %T %a %j"), Some(b"2023-11-14 22:13:20 Tue 318".to_vec()));
        assert_eq!(formatted(&date, b"%Q"), None);
    }
}
