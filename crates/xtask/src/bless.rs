//! Accepts what got better: the corpus's record of what engines achieve, and the dumps in the documentation.

use crate::process;
use anyhow::Result;

/// What is renewed.
#[derive(clap::Args)]
pub struct Options {
    /// Only what `heapproof lib` answers about libraries
    #[arg(long)]
    lib: bool,
}

/// Renews the records; an unsound result is refused.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::build_heapproof()?;
    let corpus = testkit::corpus_directory();
    let changes = if options.lib {
        testkit::lib_corpus::bless(&heapproof, &corpus)?
    } else {
        let mut changes = testkit::corpus::bless(&heapproof, &corpus)?;
        changes.extend(testkit::docs::bless(&heapproof)?);
        changes
    };
    for change in &changes {
        println!("{change}");
    }
    println!("bless: {} changes", changes.len());
    Ok(())
}
