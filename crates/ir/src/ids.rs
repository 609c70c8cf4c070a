//! Ids: small newtypes that index the tables of a program, so that a block can never be taken for a value.

/// Declares an id type that wraps a `u32` index.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the table entry at `index`.
            pub fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("a program has fewer than 2^32 of anything"))
            }

            /// The position in the table that this id names.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A source file of the program.
    FileId
}
id! {
    /// A function, defined or only declared.
    FuncId
}
id! {
    /// A global variable.
    GlobalId
}
id! {
    /// A source type.
    TypeId
}
id! {
    /// A basic block of one function.
    BlockId
}
id! {
    /// An SSA value of one function.
    ValueId
}
id! {
    /// A source variable (parameter or local) of one function.
    VarId
}
