//! The store condition of a struct is proved, for the right reason.

use chr::{Answer, Budget};

#[allow(dead_code)]
#[path = "../examples/store_condition.rs"]
mod condition;

#[test]
fn storing_a_node_preserves_integrity() {
    for k in [1, 2, 3, 5, 8, 16] {
        let mut solver = condition::prepared(k, true);
        assert_eq!(condition::solve(&mut solver, k), vec![Answer::Unsat; 3], "{k} fields");
    }
}

#[test]
fn the_premises_alone_are_consistent() {
    for k in [1, 2, 3, 5, 8] {
        let answer = condition::prepared(k, true).check(&Budget::unlimited()).unwrap();
        assert_eq!(answer, Answer::Unknown, "{k} fields");
    }
}

#[test]
fn storing_an_unrelated_value_is_not_proved() {
    for k in [1, 2, 3, 5, 8] {
        let mut solver = condition::prepared(k, false);
        let answers = condition::solve(&mut solver, k);
        assert_eq!(answers, [Answer::Unsat, Answer::Unknown, Answer::Unsat], "{k} fields");
    }
}
