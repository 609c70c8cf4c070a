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

/// From how many equal bytes on a word is written by their number.
const LONG: usize = 60;

/// A word in quotes, if it needs them; long runs of one byte by their number, so that people can read it.
pub fn word(word: &[u8]) -> String {
    match word.chunk_by(|one, other| one == other).any(is_long) {
        // The shell takes off newlines at the end of what a command prints.
        true if !word.ends_with(b"\n") => format!("\"$({})\"", printed(word)),
        _ => quoted(word),
    }
}

/// The commands that print some bytes.
pub fn printed(bytes: &[u8]) -> String {
    let mut commands = Vec::new();
    let mut text = Vec::new();
    let flush = |text: &mut Vec<u8>, commands: &mut Vec<String>| {
        if !text.is_empty() {
            commands.push(format!("printf '{}'", escaped(&std::mem::take(text))));
        }
    };
    for run in bytes.chunk_by(|one, other| one == other) {
        if !is_long(run) {
            text.extend_from_slice(run);
            continue;
        }
        flush(&mut text, &mut commands);
        let byte = char::from(run[0]);
        commands.push(match run[0] {
            b' ' => format!("printf %{}s", run.len()),
            _ => format!("printf %{}s | tr ' ' {}", run.len(), quoted(byte.to_string().as_bytes())),
        });
    }
    flush(&mut text, &mut commands);
    match commands.as_slice() {
        [only] => only.clone(),
        _ => format!("{{ {}; }}", commands.join("; ")),
    }
}

fn is_long(run: &[u8]) -> bool {
    run.len() >= LONG && (b' '..=b'~').contains(&run[0]) && run[0] != b'\\' && run[0] != b'-'
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
    fn long_runs_are_short() {
        assert_eq!(word(&[b'a'; 8]), "aaaaaaaa");
        assert_eq!(word(&[b'a'; 100]), "\"$(printf %100s | tr ' ' a)\"");
        let line = [b"x".as_slice(), &[b'a'; 100], b"\n"].concat();
        assert_eq!(printed(&line), "{ printf 'x'; printf %100s | tr ' ' a; printf '\\n'; }");
        assert_eq!(printed(b"x"), "printf 'x'");
    }

    #[test]
    fn bytes_are_escaped_for_printf() {
        assert_eq!(escaped(b"5 -7\n%\\\0"), "5 -7\\n\\045\\134\\000");
    }
}
