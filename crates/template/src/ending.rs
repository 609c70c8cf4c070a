//! Whether all executions come to an end.
//!
//! Memory is checked for leaks where the program ends; an execution that goes on for ever could lose memory unseen. A loop
//! ends where one of its numbers grows, or shrinks, in every round: it is a machine word and has finitely many values. The
//! same holds of recursive calls, which are loops here: where a parameter grows with every call, only so many of them can
//! be active.

use crate::encode::Encoding;
use crate::questions::Questions;
use crate::search::Proceed;
use crate::value::Value;
use engine::Exhausted;
use logic::Reply;

/// Whether all loops end, by what a solver knows of them. False where that is not known.
pub fn all_loops_end(
    encoding: &mut Encoding<'_>,
    questions: &mut Questions,
    proceed: Proceed<'_>,
) -> Result<bool, Exhausted> {
    for number in 0..encoding.heads.len() {
        let head = encoding.heads[number].clone();
        let Some((values, back)) = head.back.as_ref().filter(|_| head.call.is_none()) else { continue };
        let mut ends = false;
        for ((id, _), now) in head.registers.iter().zip(values) {
            let (Some(Value::Number(before)), Value::Number(now)) = (encoding.values[id.index()], *now)
            else {
                continue;
            };
            let store = &mut encoding.store;
            let ways = [
                store.slt(before, now),
                store.slt(now, before),
                store.ult(before, now),
                store.ult(now, before),
            ];
            for moves in ways {
                proceed(questions.work())?;
                let stays = encoding.store.not(moves);
                let stays = encoding.store.and(back.guard, stays);
                ends = matches!(questions.check(&encoding.store, &[], stays), Reply::Unsat(_));
                if ends {
                    break;
                }
            }
            if ends {
                break;
            }
        }
        if !ends {
            return Ok(false);
        }
    }
    Ok(true)
}
