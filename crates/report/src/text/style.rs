//! The few colours of the report.

use anstyle::{AnsiColor, Style};

/// Colours text, or leaves it as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Painter {
    /// Whether there are colours.
    pub color: bool,
}

impl Painter {
    /// For what is fine.
    pub fn good(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default().bold(), text)
    }

    /// For what is wrong.
    pub fn bad(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// For what is not known.
    pub fn doubt(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default().bold(), text)
    }

    /// For headings.
    pub fn strong(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// For what may be overlooked.
    pub fn dim(self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    fn paint(self, style: Style, text: &str) -> String {
        match self.color {
            true => format!("{style}{text}{style:#}"),
            false => text.to_string(),
        }
    }
}

/// The text without ANSI colour codes.
pub(super) fn without_codes(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |mut plain, part| {
        plain.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
        plain
    })
}
