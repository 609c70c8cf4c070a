//! What types say: the layout of nodes, tags of unions, promises of structs, the scalars of a function, initial contents of globals.

pub mod endless;
pub mod globals;
pub mod layout;
pub mod pointers;
pub mod promises;
pub mod signature;
pub mod tags;
