//! Compilation databases (`compile_commands.json`): how a build compiled each file.

use crate::LoadError;
use crate::arguments;
use crate::clang::Unit;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A compilation database.
pub struct Database {
    path: PathBuf,
    entries: Vec<Entry>,
}

struct Entry {
    directory: PathBuf,
    file: PathBuf,
    args: Vec<OsString>,
}

impl Database {
    /// Reads a database; a directory stands for the `compile_commands.json` in it.
    pub fn read(path: &Path) -> Result<Database, LoadError> {
        let path = match path.is_dir() {
            true => path.join("compile_commands.json"),
            false => path.to_path_buf(),
        };
        let text =
            std::fs::read(&path).map_err(|error| LoadError::Unreadable { path: path.clone(), error })?;
        let invalid = |message: String| LoadError::CompileCommands { path: path.clone(), message };
        let json: Value =
            serde_json::from_slice(&text).map_err(|error| invalid(format!("not valid JSON: {error}")))?;
        let list = json.as_array().ok_or_else(|| invalid("expected a list of entries".to_string()))?;
        let base = path.parent().unwrap_or(Path::new("."));
        let entries = list.iter().enumerate().map(|(number, value)| {
            Entry::read(value, base).map_err(|message| invalid(format!("entry {}: {message}", number + 1)))
        });
        let entries = entries.collect::<Result<_, _>>()?;
        Ok(Database { path, entries })
    }

    /// How the build compiles `file`.
    pub fn unit(&self, file: &Path) -> Result<Unit, LoadError> {
        let wanted = canonical(file);
        match self.entries.iter().find(|entry| canonical(&entry.path()) == wanted) {
            Some(entry) => Ok(entry.unit(file)),
            None => Err(LoadError::CompileCommands { path: self.path.clone(), message: self.missing(file) }),
        }
    }

    /// How the build compiles each of its files, every file once.
    pub fn all(&self) -> Result<Vec<Unit>, LoadError> {
        let mut seen = Vec::new();
        let mut units = Vec::new();
        for entry in &self.entries {
            let path = canonical(&entry.path());
            if !seen.contains(&path) {
                seen.push(path);
                units.push(entry.unit(&entry.path()));
            }
        }
        match units.is_empty() {
            true => {
                let message =
                    "it has no entries; build the project so that its commands are recorded".to_string();
                Err(LoadError::CompileCommands { path: self.path.clone(), message })
            }
            false => Ok(units),
        }
    }

    /// How the build compiles the files that are not among these, as far as they are sources that exist.
    pub fn except(&self, units: &[Unit]) -> Vec<Unit> {
        let named: Vec<PathBuf> = units.iter().map(|unit| canonical(&unit.path)).collect();
        let is_other = |unit: &Unit| {
            matches!(crate::kind(&unit.path), Ok(crate::Kind::Source))
                && unit.path.is_file()
                && !named.contains(&canonical(&unit.path))
        };
        self.all().unwrap_or_default().into_iter().filter(is_other).collect()
    }

    /// What to do about a file that the database does not have.
    fn missing(&self, file: &Path) -> String {
        const SHOWN: usize = 10;
        let mut message = format!("no entry for {}; ", file.display());
        match self.entries.is_empty() {
            true => message.push_str("it has no entries at all"),
            false => message.push_str("it has entries for"),
        }
        for (index, entry) in self.entries.iter().take(SHOWN).enumerate() {
            let separator = if index == 0 { " " } else { ", " };
            message.push_str(&format!("{separator}{}", entry.file.display()));
        }
        if self.entries.len() > SHOWN {
            message.push_str(&format!(" and {} more", self.entries.len() - SHOWN));
        }
        message.push_str("; name one of these, or leave -p out and give the compiler's options yourself");
        message
    }
}

/// The path without links and dots, where it exists.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

impl Entry {
    fn read(value: &Value, base: &Path) -> Result<Entry, String> {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let file = text("file").ok_or("it has no \"file\"")?;
        let directory = base.join(text("directory").unwrap_or("."));
        let words = match (value.get("arguments").and_then(Value::as_array), text("command")) {
            (Some(list), _) => {
                let words: Option<Vec<String>> =
                    list.iter().map(|word| word.as_str().map(str::to_string)).collect();
                words.ok_or("\"arguments\" must be strings")?
            }
            (None, Some(command)) => {
                arguments::split(command).ok_or("\"command\" has a quotation that is not closed")?
            }
            (None, None) => return Err("it has neither \"arguments\" nor \"command\"".to_string()),
        };
        let mut words = words.into_iter();
        let compiler = words.next().unwrap_or_default();
        // A wrapper is followed by the compiler.
        let name = Path::new(&compiler).file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if matches!(name, "ccache" | "sccache" | "distcc" | "icecc") {
            words.next();
        }
        let path = directory.join(file);
        let is_file = |word: &str| {
            word == file || (!word.starts_with('-') && canonical(&directory.join(word)) == canonical(&path))
        };
        let words = arguments::without_inputs(words.filter(|word| word != "--" && !is_file(word)));
        let args = arguments::meaningful(words.into_iter().map(OsString::from));
        Ok(Entry { file: file.into(), args, directory })
    }

    /// The file as seen from here.
    fn path(&self) -> PathBuf {
        self.directory.join(&self.file)
    }

    fn unit(&self, shown: &Path) -> Unit {
        // What clang records as the file's name is what the build would.
        Unit {
            path: shown.to_path_buf(),
            args: self.args.clone(),
            directory: Some(self.directory.clone()),
            given: Some(self.file.clone()),
        }
    }
}
