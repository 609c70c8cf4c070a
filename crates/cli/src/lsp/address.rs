//! Files as editors name them.

use std::path::{Path, PathBuf};

/// The path of a file that a URI names.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let encoded = uri.strip_prefix("file://")?.as_bytes();
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < encoded.len() {
        let code = encoded.get(at + 1..at + 3).and_then(|code| std::str::from_utf8(code).ok());
        match (encoded[at], code.and_then(|code| u8::from_str_radix(code, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                at += 3;
            }
            (byte, _) => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The URI of a file.
pub fn uri(path: &Path) -> Option<String> {
    let encoded: String = path
        .to_str()?
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect();
    Some(format!("file://{encoded}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_is_a_path_and_back() {
        let path = Path::new("/a b/é%.c");
        assert_eq!(uri(path).as_deref(), Some("file:///a%20b/%C3%A9%25.c"));
        assert_eq!(path_of("file:///a%20b/%C3%A9%25.c").as_deref(), Some(path));
        assert_eq!(path_of("untitled:1"), None);
    }
}
