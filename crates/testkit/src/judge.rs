//! Comparing an answer with the truth, and with what was achieved before.
//!
//! There are exactly four ways to fail. *Unsound* contradicts the truth: safe where there is an error, or an error
//! where there is none. *Wrong line* finds an error that is not the one marked. Both can never be accepted. *Lost*
//! was decided before; *gained* differs otherwise from the record, mostly for the better: which of several errors are
//! found depends on the time. Records are renewed by it, trials pass.

use crate::answer::Answer;
use crate::truth::Truth;
use std::fmt;

/// Why a trial fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The answer contradicts the truth.
    Unsound,
    /// The program is unsafe, but not by an error of this kind at this line.
    WrongLine,
    /// It was decided before.
    Lost,
    /// It was not decided, or other errors were found, before.
    Gained,
}

impl Failure {
    /// Whether a record may be changed to agree with the answer.
    pub fn can_be_accepted(self) -> bool {
        matches!(self, Failure::Lost | Failure::Gained)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Failure::Unsound => "unsound: the answer contradicts the truth",
            Failure::WrongLine => "wrong line: no such error is marked in the program",
            Failure::Lost => "lost: the record was better (`cargo xtask bless` if that is intended)",
            Failure::Gained => "gained: better than the record (accept it with `cargo xtask bless`)",
        })
    }
}

/// Compares an answer with the truth and with the recorded answer.
pub fn judge(truth: &Truth, answer: &Answer, recorded: &Answer) -> Result<(), Failure> {
    match (answer, truth.bugs.is_empty()) {
        (Answer::Safe, false) | (Answer::Unsafe(_), true) => return Err(Failure::Unsound),
        (Answer::Unsafe(bugs), false) if !bugs.is_subset(&truth.bugs) => return Err(Failure::WrongLine),
        _ => {}
    }
    match (answer, recorded) {
        _ if answer == recorded => Ok(()),
        (Answer::Unknown, _) => Err(Failure::Lost),
        _ => Err(Failure::Gained),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::Bug;

    fn bugs(list: &[(u32, &str)]) -> std::collections::BTreeSet<Bug> {
        list.iter().map(|(line, kind)| Bug { line: *line, kind: kind.to_string() }).collect()
    }

    fn truth(list: &[(u32, &str)]) -> Truth {
        Truth { bugs: bugs(list), ..Truth::default() }
    }

    fn found(list: &[(u32, &str)]) -> Answer {
        Answer::Unsafe(bugs(list))
    }

    const LEAK: (u32, &str) = (5, "leak");
    const OTHER_LEAK: (u32, &str) = (6, "leak");

    #[test]
    fn contradictions_of_the_truth_are_unsound_whatever_the_record_says() {
        assert_eq!(judge(&truth(&[LEAK]), &Answer::Safe, &Answer::Safe), Err(Failure::Unsound));
        assert_eq!(judge(&truth(&[]), &found(&[LEAK]), &found(&[LEAK])), Err(Failure::Unsound));
        assert!(!Failure::Unsound.can_be_accepted());
    }

    #[test]
    fn an_error_that_is_not_marked_is_at_a_wrong_line_whatever_the_record_says() {
        assert_eq!(
            judge(&truth(&[LEAK]), &found(&[OTHER_LEAK]), &found(&[OTHER_LEAK])),
            Err(Failure::WrongLine)
        );
        let both = found(&[LEAK, (5, "not-freed")]);
        assert_eq!(judge(&truth(&[LEAK]), &both, &both), Err(Failure::WrongLine));
        assert!(!Failure::WrongLine.can_be_accepted());
    }

    #[test]
    fn less_than_recorded_is_lost() {
        assert_eq!(judge(&truth(&[]), &Answer::Unknown, &Answer::Safe), Err(Failure::Lost));
        assert_eq!(judge(&truth(&[LEAK]), &Answer::Unknown, &found(&[LEAK])), Err(Failure::Lost));
    }

    #[test]
    fn more_than_recorded_is_gained() {
        assert_eq!(judge(&truth(&[]), &Answer::Safe, &Answer::Unknown), Err(Failure::Gained));
        assert_eq!(judge(&truth(&[LEAK]), &found(&[LEAK]), &Answer::Unknown), Err(Failure::Gained));
        let both = [LEAK, OTHER_LEAK];
        assert_eq!(judge(&truth(&both), &found(&both), &found(&[LEAK])), Err(Failure::Gained));
        // Which of several errors are found depends on the time.
        assert_eq!(judge(&truth(&both), &found(&[LEAK]), &found(&both)), Err(Failure::Gained));
        // The truth has changed since it was recorded.
        assert_eq!(judge(&truth(&[LEAK]), &found(&[LEAK]), &Answer::Safe), Err(Failure::Gained));
    }

    #[test]
    fn what_is_recorded_and_not_wrong_passes() {
        assert_eq!(judge(&truth(&[]), &Answer::Safe, &Answer::Safe), Ok(()));
        assert_eq!(judge(&truth(&[LEAK]), &Answer::Unknown, &Answer::Unknown), Ok(()));
        assert_eq!(judge(&truth(&[LEAK, OTHER_LEAK]), &found(&[LEAK]), &found(&[LEAK])), Ok(()));
    }
}
