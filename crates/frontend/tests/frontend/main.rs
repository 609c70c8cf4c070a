//! Tests of the front end: C in, IR out. One binary, because each links LLVM.

mod databases;
mod debug_info;
mod errors;
mod linking;
mod lowering;
mod support;
