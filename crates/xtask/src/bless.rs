//! Accepts what got better: the corpus's record of what engines achieve, and the dumps in the documentation.

use crate::process;
use anyhow::Result;

/// Renews the records; an unsound result is refused.
pub fn run() -> Result<()> {
    let heapproof = process::build_heapproof()?;
    let mut changes = testkit::corpus::bless(&heapproof, &testkit::corpus_directory())?;
    changes.extend(testkit::docs::bless(&heapproof)?);
    for change in &changes {
        println!("{change}");
    }
    println!("bless: {} changes", changes.len());
    Ok(())
}
