//! Opens pages of `--html` in a browser: those of twenty programs of the corpus and three of zlib, or those that are named.

use crate::process;
use anyhow::{Result, ensure};
use std::path::PathBuf;
use testkit::pages;

/// Which pages, and whether to make pictures of them.
#[derive(clap::Args)]
pub struct Options {
    /// Pages that were written before, instead of those of the sample
    pages: Vec<PathBuf>,
    /// Make screenshots at three sizes, light and dark, in this folder
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// The binary to ask, instead of building one
    #[arg(long, value_name = "BINARY")]
    heapproof: Option<PathBuf>,
}

/// Visits the pages and prints what was seen; fails if anything is wrong.
pub fn run(options: &Options) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("heapproof-pages-{}", std::process::id()));
    let written = match options.pages.is_empty() {
        false => options.pages.clone(),
        true => {
            let heapproof = process::heapproof(options.heapproof.as_deref())?;
            let write = |run| pages::write(&heapproof, &run, &folder);
            pages::sample()?.into_iter().map(write).collect::<Result<_>>()?
        }
    };
    let seen = pages::visit(&written, options.pictures.as_deref())?;
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    println!("{:>8} {:>8} {:>8} {:>9}  page", "kB", "stories", "steps", "ms/step");
    let mut wrong = 0;
    for page in &seen {
        let stories = page["stories"].as_array().map_or(&[][..], Vec::as_slice);
        let steps: u64 = stories.iter().filter_map(|story| story["steps"].as_u64()).sum();
        let pace = stories.iter().filter_map(|story| story["pace"].as_f64()).fold(0.0, f64::max);
        let bytes = page["bytes"].as_u64().unwrap_or(0) / 1000;
        println!("{bytes:>8} {:>8} {steps:>8} {pace:>9.2}  {}", stories.len(), page["page"]);
        for problem in pages::problems(page) {
            println!("    it {problem}");
            wrong += 1;
        }
    }
    ensure!(wrong == 0, "{wrong} things are wrong");
    Ok(())
}
