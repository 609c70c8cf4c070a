//! Comparing an answer about a function with the truth, and with what was achieved before.
//!
//! *Unsound* and *wrong line* can never be accepted: a function with a mistake that is called safe, or safe under a
//! precondition; a precondition that is not reported or not sufficient; an alarm that names none of the marked
//! lines. A false alarm about a safe function is no contradiction, because the analysis reports what it cannot
//! prove, but it is the worst of the accepted answers. Among those, what is worse than the record is *lost*, what
//! is better is *gained*.

use crate::judge::Failure;
use crate::lib_answer::FunctionAnswer;
use crate::lib_truth::FunctionTruth;

/// Compares an answer with the truth and with the recorded answer.
pub fn judge(
    truth: &FunctionTruth,
    answer: &FunctionAnswer,
    recorded: &FunctionAnswer,
) -> Result<(), Failure> {
    let worth = worth(truth, answer)?;
    if answer == recorded {
        return Ok(());
    }
    match self::worth(truth, recorded) {
        // Another answer than the recorded one may be as good, but someone should look.
        Ok(before) if worth <= before => Err(Failure::Lost),
        // The truth has changed since it was recorded, or the answer is better.
        _ => Err(Failure::Gained),
    }
}

/// How good an answer is, or why it is wrong. Answers are comparable for the same truth only.
fn worth(truth: &FunctionTruth, answer: &FunctionAnswer) -> Result<u8, Failure> {
    use FunctionAnswer::{Conditional, Safe, Unknown, Unsafe};
    match (truth, answer) {
        (FunctionTruth::Safe, Unsafe(_)) => Ok(0),
        (FunctionTruth::Safe, Unknown) => Ok(1),
        (FunctionTruth::Safe, Conditional(_)) => Ok(2),
        (FunctionTruth::Safe, Safe) => Ok(3),
        (FunctionTruth::Conditional(_), Safe) => Err(Failure::Unsound),
        (FunctionTruth::Conditional(_), Unsafe(_)) => Ok(0),
        (FunctionTruth::Conditional(_), Unknown) => Ok(1),
        (FunctionTruth::Conditional(needed), Conditional(found)) if !needed.is_subset(found) => {
            Err(Failure::Unsound)
        }
        (FunctionTruth::Conditional(needed), Conditional(found)) => Ok(if needed == found { 3 } else { 2 }),
        (FunctionTruth::Unsafe(_), Safe | Conditional(_)) => Err(Failure::Unsound),
        (FunctionTruth::Unsafe(_), Unknown) => Ok(0),
        (FunctionTruth::Unsafe(marked), Unsafe(found)) if marked.is_disjoint(found) => {
            Err(Failure::WrongLine)
        }
        (FunctionTruth::Unsafe(_), Unsafe(_)) => Ok(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(text: &str) -> FunctionTruth {
        match answer(text) {
            FunctionAnswer::Safe => FunctionTruth::Safe,
            FunctionAnswer::Conditional(requires) => FunctionTruth::Conditional(requires),
            FunctionAnswer::Unsafe(lines) => FunctionTruth::Unsafe(lines),
            FunctionAnswer::Unknown => panic!("no truth is unknown"),
        }
    }

    fn answer(text: &str) -> FunctionAnswer {
        FunctionAnswer::parse(text).unwrap()
    }

    fn judged(truth_text: &str, answer_text: &str, recorded: &str) -> Result<(), Failure> {
        judge(&truth(truth_text), &answer(answer_text), &answer(recorded))
    }

    #[test]
    fn what_contradicts_the_truth_is_refused_whatever_the_record_says() {
        for (truth, wrong) in [
            ("unsafe 5", "safe"),
            ("unsafe 5", "conditional p != NULL"),
            ("conditional p != NULL", "safe"),
            ("conditional p != NULL; q != NULL", "conditional p != NULL"),
        ] {
            assert_eq!(judged(truth, wrong, wrong), Err(Failure::Unsound), "{truth} {wrong}");
        }
        assert_eq!(judged("unsafe 5 6", "unsafe 7", "unsafe 7"), Err(Failure::WrongLine));
    }

    #[test]
    fn answers_that_are_right_are_ordered() {
        for (truth, ascending) in [
            ("safe", &["unsafe 5", "unknown", "conditional p != NULL", "safe"][..]),
            (
                "conditional p != NULL",
                &["unsafe 5", "unknown", "conditional a; p != NULL", "conditional p != NULL"],
            ),
            ("unsafe 5", &["unknown", "unsafe 4 5"]),
        ] {
            for (i, worse) in ascending.iter().enumerate() {
                assert_eq!(judged(truth, worse, worse), Ok(()));
                for better in &ascending[i + 1..] {
                    assert_eq!(
                        judged(truth, better, worse),
                        Err(Failure::Gained),
                        "{truth} {better} {worse}"
                    );
                    assert_eq!(judged(truth, worse, better), Err(Failure::Lost), "{truth} {worse} {better}");
                }
            }
        }
    }

    #[test]
    fn as_good_but_different_is_looked_at() {
        assert_eq!(judged("unsafe 5", "unsafe 5", "unsafe 4 5"), Err(Failure::Lost));
        // The record contradicts the truth, which has changed.
        assert_eq!(judged("unsafe 5", "unknown", "safe"), Err(Failure::Gained));
    }
}
