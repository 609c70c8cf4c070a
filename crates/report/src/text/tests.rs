//! How the text looks.

use super::style::without_codes;
use super::*;
use crate::sample;
use engine::{Invariant, Range, Reason};
use ir::{ErrorKind, FileId, Span};

fn plain(detail: Detail) -> Style {
    Style { detail, color: false }
}

#[test]
fn a_report_with_everything_in_it() {
    insta::assert_snapshot!(render(&sample::everything().report(), plain(Detail::Normal)));
}

#[test]
fn quiet_is_a_line_each() {
    insta::assert_snapshot!(render(&sample::everything().report(), plain(Detail::Quiet)));
}

#[test]
fn safe_says_what_was_proved_and_what_was_assumed() {
    insta::assert_snapshot!(render(&sample::safe().report(), plain(Detail::Verbose)));
}

#[test]
fn verbose_leaves_nothing_out() {
    let sample = sample::everything();
    let normal = render(&sample.report(), plain(Detail::Normal));
    assert!(normal.contains("… 18 more steps") && !normal.contains("step 17\n"), "{normal}");
    assert!(normal.contains("2 things could not be accounted for; there may be more errors (-v tells)"));
    let verbose = render(&sample.report(), plain(Detail::Verbose));
    insta::assert_snapshot!(verbose);
}

#[test]
fn of_many_reasons_the_first_are_shown() {
    let mut sample = sample::safe();
    for number in 0..20 {
        sample.outcome.ledger.add(Reason::Unsupported, None, format!("construct {number}"));
    }
    let normal = render(&sample.report(), plain(Detail::Normal));
    assert!(normal.contains("construct 9\n") && !normal.contains("construct 10\n"), "{normal}");
    assert!(normal.contains("10 more things could not be accounted for;"), "{normal}");
    assert!(normal.contains("\nunknown: unsupported\n"), "{normal}");
    let verbose = render(&sample.report(), plain(Detail::Verbose));
    assert!(verbose.contains("construct 19\n") && !verbose.contains("more things"), "{verbose}");
}

#[test]
fn colours_change_nothing_else() {
    let sample = sample::everything();
    let coloured = render(&sample.report(), Style { detail: Detail::Verbose, color: true });
    assert!(coloured.contains("\u{1b}["));
    let stripped = without_codes(&coloured);
    assert_eq!(stripped, render(&sample.report(), plain(Detail::Verbose)));
}

#[test]
fn every_kind_is_drawn_at_every_odd_place() {
    let mut sample = sample::safe();
    for kind in ErrorKind::ALL {
        for (file, line, column) in [(0, 12, 45), (0, 1, 0), (0, 12, 999), (0, 4000, 1), (9, 1, 1), (2, 1, 0)]
        {
            sample.outcome.findings = vec![sample::bare(*kind, Span::new(FileId(file), line, column))];
            let text = render(&sample.report(), plain(Detail::Normal));
            assert!(text.contains(&format!("error[{kind}]: something is wrong")), "{text}");
            assert!(text.contains("unsafe: 1 error\n"), "{text}");
        }
    }
}

#[test]
fn what_was_shown_before_is_not_repeated() {
    let mut sample = sample::safe();
    let first = sample::use_after_free();
    let input = engine::InputValue { span: None, source: engine::Source::Allocation, value: "NULL".into() };
    let second = engine::Finding { kind: ErrorKind::Leak.into(), ..first.clone() };
    let third = engine::Finding { inputs: vec![input; 3], ..second.clone() };
    sample.outcome.findings = vec![first, second, third];
    let text = render(&sample.report(), plain(Detail::Normal));
    let same = "path to the error: the same as to the use-after-free at src/list.c:15:16\n";
    assert_eq!(text.matches(same).count(), 1, "{text}");
    assert_eq!(text.matches("frees block 1").count(), 2, "{text}");
    assert_eq!(text.matches("memory allocation = NULL (3 times)\n").count(), 1, "{text}");
}

#[test]
fn cases_that_say_the_same_of_pointers_are_told_as_one() {
    let mut sample = sample::safe();
    let range = |least, most| Range { name: "i".into(), least: Some(least), most };
    let case = |range| Invariant {
        span: None,
        text: "`list` is null".into(),
        ranges: vec![range],
        condition: Some("1".into()),
        heap: None,
    };
    sample.outcome.invariants = vec![case(range(3, Some(7))), case(range(0, Some(4)))];
    let text = render(&sample.report(), plain(Detail::Normal));
    assert!(text.contains("    `list` is null; `i` is 0 to 7\n") && !text.contains("one of these"), "{text}");
    sample.outcome.invariants[1].ranges = vec![range(0, None)];
    let text = render(&sample.report(), plain(Detail::Normal));
    assert!(text.contains("`i` is at least 0\n"), "{text}");
    let text = render(&sample.report(), plain(Detail::Verbose));
    assert!(text.contains("`i` is 3 to 7\n      1\n"), "{text}");
}
