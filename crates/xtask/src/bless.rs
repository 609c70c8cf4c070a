//! Accepts what got better: the corpus's record of what engines achieve, and the dumps in the documentation.

use crate::process;
use anyhow::Result;
use std::path::PathBuf;

/// What is renewed.
#[derive(clap::Args)]
pub struct Options {
    /// Only what `heapproof lib` answers about libraries
    #[arg(long)]
    lib: bool,
    /// Only the dumps in the documentation
    #[arg(long, conflicts_with = "lib")]
    docs: bool,
    /// Only programs of the corpus whose names contain this
    #[arg(long, value_name = "WORD", conflicts_with_all = ["lib", "docs"])]
    only: Option<String>,
    /// The binary to run, instead of building one
    #[arg(long, value_name = "BINARY")]
    heapproof: Option<PathBuf>,
}

/// Renews the records; an unsound result is refused.
pub fn run(options: &Options) -> Result<()> {
    let heapproof = process::heapproof(options.heapproof.as_deref())?;
    let corpus = testkit::corpus_directory();
    let changes = if options.lib {
        testkit::lib_corpus::bless(&heapproof, &corpus)?
    } else if options.docs {
        testkit::docs::bless(&heapproof)?
    } else if let Some(word) = &options.only {
        testkit::corpus::bless_only(&heapproof, &corpus, word)?
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
