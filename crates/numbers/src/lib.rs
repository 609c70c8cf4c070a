//! A numeric abstract domain on machine integers.

mod op;
mod value;
mod word;

pub use op::Op;
pub use value::{FEW, Value};
pub use word::MAX_WIDTH;
