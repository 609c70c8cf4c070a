//! Values of options: what their texts mean, and what is said of those that mean nothing.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use ir::PropertySet;
use portfolio::registry;
use report::Baseline;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::time::Duration;

/// A number of bytes, with a unit or without.
pub fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 1 << 10),
        Some((at, 'M' | 'm')) => (&text[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&text[..at], 1 << 30),
        Some((at, 'T' | 't')) => (&text[..at], 1u64 << 40),
        _ => (text, 1),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    bytes.filter(|bytes| *bytes > 0).ok_or_else(|| "a size is a number, such as 4096 or 16G".to_string())
}

/// Reads a baseline.
pub fn baseline(path: &str) -> Result<Baseline, String> {
    Baseline::parse(&std::fs::read_to_string(path).map_err(|error| error.to_string())?)
}

/// Reads a witness.
pub fn witness(path: &str) -> Result<engine::Scenario, String> {
    report::witness::read(&std::fs::read_to_string(path).map_err(|error| error.to_string())?)
}

/// The engines that can be chosen, with what they do.
pub fn engine_names() -> impl TypedValueParser<Value = Engine> {
    let auto = PossibleValue::new(registry::AUTO).help(registry::ABOUT_AUTO);
    let engines = registry::choices().map(|engine| PossibleValue::new(engine.name).help(engine.about));
    PossibleValuesParser::new(std::iter::once(auto).chain(engines))
        .try_map(|name| registry::named(&name).map(Engine))
}

/// The engine that the user wants; none for whatever suits the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Engine(pub Option<&'static registry::Registered>);

/// An allocation check by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AllocCheck(pub portfolio::AllocCheck);

impl ValueEnum for AllocCheck {
    fn value_variants<'a>() -> &'a [AllocCheck] {
        use portfolio::AllocCheck as Check;
        &[AllocCheck(Check::Default), AllocCheck(Check::Sl), AllocCheck(Check::Smt), AllocCheck(Check::Model)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        use portfolio::AllocCheck as Check;
        let help = match self.0 {
            Check::Default => "By the object that the pointer was derived from",
            Check::Sl => "By separation logic, object by object, with the solver cvc5",
            Check::Smt => "By an entailment for each object",
            Check::Model => "By one question whose model names the object",
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}

pub fn properties(text: &str) -> Result<PropertySet, String> {
    text.parse()
}

/// A positive number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "a number of seconds is wanted".to_string())?;
    match number > 0.0 {
        true => Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX)),
        false => Err("a positive number of seconds is wanted".to_string()),
    }
}

/// A whole number of seconds, possibly negative.
pub fn whole_seconds(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "a whole number of seconds is wanted".to_string())
}

/// A file or a variable that a program is given: its name and text, none where it is said that there are no others.
pub type Given = Option<(Vec<u8>, Vec<u8>)>;

/// A name with its text.
pub fn given(text: OsString) -> Result<Given, String> {
    let bytes = text.as_encoded_bytes();
    match bytes.iter().position(|byte| *byte == b'=') {
        None if bytes.is_empty() => Ok(None),
        Some(at) if at > 0 => Ok(Some((bytes[..at].to_vec(), bytes[at + 1..].to_vec()))),
        _ => Err("a name and a text are wanted, such as a.txt=text".to_string()),
    }
}

/// Bytes of memory that was never written.
pub fn garbage(text: &str) -> Result<engine::Garbage, String> {
    text.parse().map_err(|()| "an object, an offset and bytes are wanted, such as 3+8=ff00".to_string())
}

/// A positive number.
pub fn positive(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "a positive number is wanted".to_string())
}

/// A number of mebibytes, as bytes.
pub fn mebibytes(text: &str) -> Result<u64, String> {
    let number: u64 = text.parse().map_err(|_| "a number of mebibytes is wanted".to_string())?;
    match number {
        0 => Err("a positive number of mebibytes is wanted".to_string()),
        _ => Ok(number.saturating_mul(1 << 20)),
    }
}

/// An integer of up to 128 bits, negative ones as two's complement.
pub fn input_value(text: &str) -> Result<u128, String> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let signed = digits.starts_with(['+', '-']);
    match magnitude {
        Ok(magnitude) if !signed => Ok(if negative { magnitude.wrapping_neg() } else { magnitude }),
        _ => Err("an integer is wanted, such as 5, -1 or 0x7f".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_values_are_integers() {
        assert_eq!(input_value("5"), Ok(5));
        assert_eq!(input_value(" -1"), Ok(u128::MAX));
        assert_eq!(input_value("0xfF"), Ok(255));
        for bad in ["", "-", "--1", "-+1", "+", "1.5", "0x", "x"] {
            assert!(input_value(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_are_positive() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("1e300"), Ok(Duration::MAX));
        assert_eq!(mebibytes("2"), Ok(2 << 20));
        for bad in ["0", "-1", "x", "nan"] {
            assert!(seconds(bad).is_err() && mebibytes(bad).is_err() && positive(bad).is_err(), "{bad}");
        }
        assert_eq!((whole_seconds("-5"), positive("3").ok()), (Ok(-5), NonZeroUsize::new(3)));
        assert!(whole_seconds("1.5").is_err());
    }
}
