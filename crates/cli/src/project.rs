//! `.heapproof.toml`: the options of a project.
//!
//! The file is looked for in the folder of the first file on the command line, and upwards from there. Its keys are the
//! long names of options; those at the top are for every command that has them, those in a table such as `[lib]` for
//! that command. They are put before the options of the command line, so that the latter win. `include` lists folders
//! for `-I`, and `database` is `-p`; both are relative to the file.

use clap::CommandFactory;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::Value;

/// The name of the file.
const NAME: &str = ".heapproof.toml";
/// The commands that have a table.
const COMMANDS: [&str; 6] = ["check", "lib", "prove", "run", "ir", "explain"];

/// The command line with the options of the project in it.
pub fn with_options(mut args: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let Some(position) = args.iter().position(|arg| COMMANDS.iter().any(|name| arg == name)) else {
        return Ok(args);
    };
    let command = args[position].to_string_lossy().into_owned();
    let behind = args[position + 1..].iter().take_while(|arg| *arg != "--");
    let file = behind.map(Path::new).find(|path| path.is_file() || path.is_dir());
    let folder = file.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let Some(found) = find(folder.unwrap_or(Path::new("."))) else { return Ok(args) };
    let options = read(&found, &command).map_err(|problem| format!("{}: {problem}", found.display()))?;
    args.splice(position + 1..position + 1, options);
    Ok(args)
}

/// The file in a folder or the nearest one above it.
fn find(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

fn read(path: &Path, command: &str) -> Result<Vec<OsString>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let folder = path.parent().unwrap_or(Path::new("."));
    options(&table, command, folder)
}

/// The options that a file gives to a command.
fn options(table: &toml::Table, command: &str, folder: &Path) -> Result<Vec<OsString>, String> {
    let mut options = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(own) if COMMANDS.contains(&key.as_str()) => {
                if key == command {
                    for (key, value) in own {
                        if !has_option(command, key) {
                            return Err(unknown(key, &format!("`heapproof {command}`")));
                        }
                        options.extend(option(key, value, folder)?);
                    }
                }
            }
            _ if has_option(command, key) => options.extend(option(key, value, folder)?),
            _ if COMMANDS.iter().any(|command| has_option(command, key)) => {}
            _ => return Err(unknown(key, "any command")),
        }
    }
    Ok(options)
}

fn unknown(key: &str, command: &str) -> String {
    format!("`{key}` is no option of {command} (keys are the long names of options, without dashes)")
}

fn has_option(command: &str, key: &str) -> bool {
    let cli = crate::options::Cli::command();
    let known = cli
        .find_subcommand(command)
        .is_some_and(|command| command.get_arguments().any(|argument| argument.get_long() == Some(key)));
    known && key != "help" || ["include", "database"].contains(&key)
}

fn option(key: &str, value: &Value, folder: &Path) -> Result<Vec<OsString>, String> {
    let text = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(format!("`{key}` must be a text, a number, true or a list of these")),
    };
    let values: Vec<String> = match value {
        Value::Boolean(false) => return Ok(Vec::new()),
        Value::Boolean(true) => return Ok(vec![format!("--{key}").into()]),
        Value::Array(values) => values.iter().map(text).collect::<Result<_, _>>()?,
        value => vec![text(value)?],
    };
    let below = |prefix: &str, path: &String| {
        let mut option = OsString::from(prefix);
        option.push(folder.join(path));
        option
    };
    Ok(match key {
        "include" => values.iter().map(|path| below("-I", path)).collect(),
        "database" => values.iter().flat_map(|path| [OsString::from("-p"), below("", path)]).collect(),
        "clang-arg" => values.iter().map(|value| format!("--{key}={value}").into()).collect(),
        _ => vec![format!("--{key}={}", values.join(",")).into()],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str, command: &str) -> Result<Vec<String>, String> {
        let table: toml::Table = text.parse().unwrap();
        let options = options(&table, command, Path::new("/p"))?;
        Ok(options.iter().map(|option| option.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn keys_are_options() {
        let text = "property = ['memsafety', 'no-overflow']\ntimeout = 5\ninclude = ['inc']\n\
                    [lib]\nfunction-timeout = 2.5\nno-cache = true\n";
        assert_eq!(
            given(text, "check").unwrap(),
            ["-I/p/inc", "--property=memsafety,no-overflow", "--timeout=5"]
        );
        let lib = ["-I/p/inc", "--function-timeout=2.5", "--no-cache", "--timeout=5"];
        assert_eq!(given(text, "lib").unwrap(), lib);
    }

    #[test]
    fn a_key_that_nobody_knows_is_told() {
        assert!(given("tiemout = 3", "check").unwrap_err().contains("`tiemout` is no option"));
        assert!(given("[check]\nfunction-timeout = 3", "check").is_err());
        assert!(given("timeout = {}", "check").is_err());
    }
}
