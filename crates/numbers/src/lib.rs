//! A numeric abstract domain on machine integers.

mod linear;
mod op;
mod state;
mod terms;
mod value;
mod word;

pub use linear::{Linear, Node, Reading, WIDEST};
pub use op::Op;
pub use state::{Bottom, Numbers, Variable};
pub use terms::{Correspondence, Decided, Joining, Knowledge};
pub use value::{FEW, Value};
pub use word::MAX_WIDTH;
