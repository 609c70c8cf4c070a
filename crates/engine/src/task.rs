//! What is to be decided.

use ir::{FuncId, Program, Property, PropertySet};

/// A question about a program.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where execution starts.
    pub entry: FuncId,
    /// What is checked.
    pub properties: PropertySet,
    /// Whether allocation can fail.
    pub malloc: Malloc,
}

/// Whether allocation can fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Malloc {
    /// Every allocation may fail, independently of all others.
    #[default]
    MayFail,
    /// Every allocation succeeds.
    Ok,
}

impl Task<'_> {
    /// The assumptions under which every verdict on this task holds, in words.
    pub fn assumptions(&self) -> Vec<String> {
        let bits = self.program.target.pointer_bytes * 8;
        let mut list = vec![format!("the program is compiled for {bits}-bit x86, little-endian")];
        if !self.properties.contains(Property::NoOverflow) {
            list.push(
                "signed integers wrap around where they overflow (--property no-overflow checks it)"
                    .to_string(),
            );
        }
        if self.malloc == Malloc::Ok {
            list.push("memory allocation never fails (--malloc=ok)".to_string());
        }
        list
    }
}
