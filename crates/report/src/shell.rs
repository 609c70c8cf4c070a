//! Words as a shell wants them, for command lines that people copy.

/// A word in quotes, if it needs them.
pub fn quoted(word: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"%+,-./:=@_".contains(byte);
    if !word.is_empty() && word.iter().all(is_plain) {
        return String::from_utf8_lossy(word).into_owned();
    }
    match std::str::from_utf8(word) {
        Ok(text) if !text.chars().any(char::is_control) => format!("'{}'", text.replace('\'', "'\\''")),
        _ => format!("$'{}'", escaped(word)),
    }
}

/// Bytes as `printf` and `$'…'` read them: whatever is not plain as three octal digits, which cannot run into a
/// digit that follows.
pub fn escaped(bytes: &[u8]) -> String {
    let escape = |byte: &u8| match byte {
        b'\n' => "\\n".to_string(),
        b'\\' | b'\'' | b'%' | 0..=0x1f | 0x7f.. => format!("\\{byte:03o}"),
        byte => char::from(*byte).to_string(),
    };
    bytes.iter().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_need_it() {
        assert_eq!(quoted(b"src/list.c"), "src/list.c");
        assert_eq!(quoted(b""), "''");
        assert_eq!(quoted(b"a b"), "'a b'");
        assert_eq!(quoted(b"it's"), "'it'\\''s'");
        assert_eq!(quoted("ü".as_bytes()), "'ü'");
        assert_eq!(quoted(b"\x01'2"), "$'\\001\\0472'");
        assert_eq!(quoted(b"\xff1"), "$'\\3771'");
    }

    #[test]
    fn bytes_are_escaped_for_printf() {
        assert_eq!(escaped(b"5 -7\n%\\\0"), "5 -7\\n\\045\\134\\000");
    }
}
