//! Places in the decoded program: cheap to record at run time, turned into source positions for reports.

use ir::FuncId;

/// An operation of a function, as user code sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The function: the innermost one that is no library function.
    pub function: FuncId,
    /// The operation in its decoded body.
    pub pc: u32,
    /// The library function that was called there, where the place is inside of one.
    pub library: Option<FuncId>,
}
