//! The verdict as SV-COMP spells it.

use crate::Report;
use engine::Verdict;

/// `true`, `false(valid-deref)` or `unknown`, with a line end after it.
pub fn render(report: &Report<'_>) -> String {
    match report.outcome.verdict() {
        Verdict::Safe => "true\n".to_string(),
        Verdict::Unknown => "unknown\n".to_string(),
        Verdict::Unsafe => {
            let property = report.all_findings().first().and_then(|finding| finding.kind.property());
            property.map_or("false\n".to_string(), |property| format!("false({})\n", property.name()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_verdict_names_the_property() {
        assert_eq!(render(&sample::everything().report()), "false(valid-deref)\n");
        assert_eq!(render(&sample::safe().report()), "true\n");
    }
}
