//! The conventions of SV-COMP: properties in `.prp` files, and task definitions as input.

use ir::{Property, PropertySet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use yaml_rust2::{Yaml, YamlLoader};

/// A property file.
#[derive(Clone, Debug)]
pub struct PropertyFile {
    /// What it asks for.
    pub properties: PropertySet,
    /// Its text.
    pub text: String,
}

/// Reads a property file, for clap.
pub fn property_file(path: &str) -> Result<PropertyFile, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    parse(&text)
}

/// Lines such as `CHECK( init(main()), LTL(G valid-free) )`.
fn parse(text: &str) -> Result<PropertyFile, String> {
    let mut file = PropertyFile { properties: PropertySet::default(), text: text.trim().into() };
    let mut checks = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let squeezed: String = line.split_whitespace().collect();
        let wrong = || format!("`{line}` is no property that heapproof checks");
        let inner = squeezed.strip_prefix("CHECK(init(").and_then(|rest| rest.strip_suffix("))"));
        let (entry, formula) = inner.and_then(|inner| inner.split_once("()),LTL(")).ok_or_else(wrong)?;
        if entry != "main" {
            return Err(format!("it starts in `{entry}`: give --property and --entry instead"));
        }
        let property = match formula {
            "Gvalid-deref" => Property::ValidDeref,
            "Gvalid-free" => Property::ValidFree,
            "Gvalid-memtrack" => Property::ValidMemtrack,
            "Gvalid-memcleanup" => Property::ValidMemcleanup,
            "G!overflow" => Property::NoOverflow,
            call if call.starts_with("G!call(") => Property::UnreachCall,
            _ => return Err(wrong()),
        };
        file.properties = file.properties.with(property);
        checks += 1;
    }
    if checks == 0 {
        return Err("it has no CHECK".to_string());
    }
    Ok(file)
}

/// The properties as lines of a property file.
pub fn specification(properties: PropertySet, entry: &str) -> String {
    let formula = |property: Property| match property {
        Property::UnreachCall => "G ! call(reach_error())".to_string(),
        Property::NoOverflow => "G ! overflow".to_string(),
        property => format!("G {}", property.name()),
    };
    let lines =
        properties.iter().map(|property| format!("CHECK( init({entry}()), LTL({}) )", formula(property)));
    lines.collect::<Vec<_>>().join("\n")
}

/// The command line with task definitions replaced by what they name: the files, the property unless the command line
/// has one, the width of pointers.
pub fn with_tasks(args: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let has_property = args.iter().any(|arg| {
        let arg = arg.to_string_lossy();
        arg.starts_with("--prp") || arg.starts_with("--property")
    });
    let mut result: Vec<OsString> = Vec::new();
    for (number, arg) in args.into_iter().enumerate() {
        let path = Path::new(&arg);
        // What follows an option such as `--witness` is its value.
        let is_value = result.last().is_some_and(|before| {
            let before = before.to_string_lossy();
            before.starts_with("--") && !before.contains('=')
        });
        let is_yaml = path.extension().is_some_and(|it| it == "yml") && path.is_file();
        let is_task = number > 1 && is_yaml && !is_value;
        match is_task {
            true => result.extend(
                task(path, has_property).map_err(|problem| format!("{}: {problem}", path.display()))?,
            ),
            false => result.push(arg),
        }
    }
    Ok(result)
}

fn task(path: &Path, has_property: bool) -> Result<Vec<OsString>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let documents = YamlLoader::load_from_str(&text).map_err(|error| error.to_string())?;
    let definition = documents.first().ok_or("it is empty")?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let below = |name: &str| -> OsString { folder.join(PathBuf::from(name)).into() };
    let names: Vec<&str> = match &definition["input_files"] {
        Yaml::String(name) => vec![name],
        Yaml::Array(names) => names.iter().filter_map(Yaml::as_str).collect(),
        _ => return Err("it is no task definition: it has no input_files".to_string()),
    };
    let mut args: Vec<OsString> = names.into_iter().map(below).collect();
    match definition["options"]["data_model"].as_str() {
        Some("ILP32") => args.push("-m32".into()),
        Some("LP64") => args.push("-m64".into()),
        _ => {}
    }
    let properties = definition["properties"].as_vec().into_iter().flatten();
    let known = properties
        .filter_map(|property| property["property_file"].as_str())
        .find(|name| property_file(&folder.join(name).to_string_lossy()).is_ok());
    if let Some(name) = known.filter(|_| !has_property) {
        let mut option = OsString::from("--prp=");
        option.push(below(name));
        args.push(option);
    }
    Ok(args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_files_are_read() {
        let text = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\n";
        let file = parse(text).unwrap();
        let names: Vec<&str> = file.properties.iter().map(|property| property.name()).collect();
        assert_eq!(names, ["valid-deref", "valid-free"]);
        let again = parse(&specification(file.properties, "main")).unwrap();
        assert_eq!(again.properties, file.properties);
        let reach = parse("CHECK( init(main()), LTL(G ! call(reach_error())) )").unwrap();
        assert!(reach.properties.contains(Property::UnreachCall));
        assert!(parse("CHECK( init(f()), LTL(G valid-free) )").is_err());
        assert!(parse("CHECK( init(main()), LTL(F end) )").is_err());
        assert!(parse("").is_err());
    }
}
