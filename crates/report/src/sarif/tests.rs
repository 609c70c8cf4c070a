//! Whether the output is SARIF, and says what it should.

use super::*;
use crate::sample;

#[test]
fn a_report_with_everything_in_it() {
    let mut sample = sample::everything();
    // The long trace is of no interest here.
    sample.outcome.findings[1].trace.truncate(1);
    insta::assert_snapshot!(render(&sample.report()));
}

/// The types of `serde-sarif` are generated from the standard's schema: what they read and write back unchanged
/// has only fields that the standard knows, and all that it requires.
#[test]
fn the_output_follows_the_schema() {
    for sample in [sample::everything(), sample::safe()] {
        let text = render(&sample.report());
        let ours: serde_json::Value = serde_json::from_str(&text).unwrap();
        let theirs: serde_sarif::sarif::Sarif = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_value(&theirs).unwrap(), ours);
    }
}

#[test]
fn paths_become_uris() {
    assert_eq!(encoded(&normalised(Path::new("./a b/../c d/é.c"))), "c%20d/%C3%A9.c");
    assert_eq!(encoded(&normalised(Path::new("../../x.h"))), "../../x.h");
}

#[test]
fn every_rule_names_its_weakness() {
    for kind in ErrorKind::ALL {
        let rule = rule((*kind).into());
        let tags = rule.properties.map(|properties| properties.tags).unwrap_or_default();
        assert!(tags.iter().any(|tag| tag.starts_with("external/cwe/cwe-")), "{kind}");
    }
}
