//! What the C library does, described once and used by all engines.
