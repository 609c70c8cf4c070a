//! A numeric abstract domain on machine integers of 1 to 128 bits, with wrap-around.
//!
//! - [`Value`]: what is known of one integer. Bounds of both readings, known bits, a congruence, or few words.
//! - [`Numbers`]: what is known of several, over variables that are any ids: values, equalities `x = c·y + d` modulo
//!   2^width, and linear relations between *readings*, as `x - y ≤ 3` or `x + y ≤ n`. Join, widening with thresholds,
//!   narrowing, inclusion, entailment, refinement, forgetting, renaming.
//! - [`Knowledge`]: the same over terms of `logic`: made from conditions, decides others, is joined with another over
//!   terms that correspond, and is written back as terms. [`refutes`] asks whether conditions are impossible together, and
//!   looks at sums of more than two numbers, too.
//!
//! # What relations mean
//!
//! A machine integer is a *word*. Equalities are between words: `y = x + 1` holds after `y = x + 1` was computed, whatever x
//! was. Orders and differences are between whole numbers, so each names the *reading* of its words ([`Reading`]): signed or
//! unsigned. `U(y) - U(x) = 1` holds only where x is not the largest word, and the domain derives it from the equality as
//! soon as bounds show that. So relations survive every operation that does not wrap around, and none is believed across one
//! that does; casts are equalities of readings (`U(zext x) = U(x)`, `S(sext x) = S(x)`).
//!
//! # Architecture invariants
//!
//! There is no empty value and no bottom state: what may be impossible returns `None` or [`Bottom`], and there is one
//! `reduce`. Nothing here asks a solver. A question may stay open; an answer is never wrong, which the tests check against
//! all assignments at small widths and against a solver at large ones. Work for one question is bounded. The core
//! knows nothing of terms; only `terms` does.
//!
//! # Example
//!
//! A loop over an array of n elements of four bytes, `for (i = 0; i < n; i++)`; is the access at `4·i` inside?
//!
//! ```
//! use logic::TermStore;
//! use numbers::Knowledge;
//!
//! let mut store = TermStore::new();
//! let [i, n] = ["i", "n"].map(|name| store.var(name, 32));
//! let size = store.var("size", 64);
//! let (zero, four) = (store.zero(32), store.num(64, 4));
//! let count = store.sext(n, 64);
//! let bytes = store.mul(count, four);
//! let path = [store.eq(size, bytes), store.sle(zero, i), store.slt(i, n)];
//! let known = Knowledge::of(&store, &path).expect("the path is possible");
//!
//! let index = store.sext(i, 64);
//! let offset = store.mul(index, four);
//! let end = store.add(offset, four);
//! let inside = store.ule(end, size);
//! assert_eq!(known.decide(&store, inside), Some(true));
//! ```

mod eliminate;
mod linear;
mod op;
mod planes;
mod state;
mod terms;
mod value;
mod word;

pub use linear::{Linear, Node, Reading, WIDEST};
pub use op::Op;
pub use planes::{Plane, planes};
pub use state::{Bottom, Numbers, Variable};
pub use terms::{Correspondence, Decided, Joining, Knowledge, Premises, refutes};
pub use value::{FEW, Value};
pub use word::MAX_WIDTH;
