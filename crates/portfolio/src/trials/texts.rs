//! Texts for whatever a program reads, made of what it names: short ones first, then such as do not fit.

use super::materials::Materials;

/// How many words, formats and characters are taken to make texts of.
const SPOKEN: usize = 24;
/// How many formats are taken to make long texts of.
const SPOKEN_OFTEN: usize = 6;
/// The largest buffer for which long texts of all kinds are made.
const LONG_ENOUGH: usize = 4096;

/// All texts, the shortest first.
pub fn texts(materials: &Materials) -> Vec<Vec<u8>> {
    let short: &[&[u8]] = &[
        b"",
        b"a",
        b"\n",
        b"a\n",
        b"1\n",
        b"0\n",
        b"-1\n",
        b"a b\n",
        b"1 2\n",
        b"a\nb\n",
        b"\n\n",
        b" \n",
        b"-2147483648\n",
        b"2147483647\n",
        b"4294967296\n",
        b"1 2 3 4 5 6 7 8 9 10\n",
        b"\0\n",
        b"\xff\n",
        b"\\",
        b"\"",
        b"%s\n",
        b"a=b\n",
        b"a,b,c\n",
        b"a:b:c\n",
    ];
    let mut texts: Vec<Vec<u8>> = short.iter().map(|text| text.to_vec()).collect();
    texts.extend(spoken_texts(materials));
    for size in &materials.sizes {
        texts.extend(long_texts(*size));
    }
    texts.extend(long_spoken_texts(materials));
    texts
}

/// A text for each size: a line that does not fit, one of two that do, as many words, as many lines.
fn long_texts(size: usize) -> Vec<Vec<u8>> {
    let line = |count: usize| [vec![b'a'; count], b"\n".to_vec()].concat();
    let mut texts = vec![vec![b'a'; size], line(size), line(size + 8), line(2 * size + 16)];
    // An array of so many bytes has this many elements.
    for count in [size / 8 + 1, size / 4 + 1, size + 1] {
        texts.push(b"1\n".repeat(count));
        texts.push(b"1 ".repeat(count));
    }
    texts
}

/// Short texts in the language of the program: its words and the characters that it compares with, alone and with
/// something behind them; what its formats describe.
fn spoken_texts(materials: &Materials) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    let is_command = |byte: &u8| byte.is_ascii_graphic();
    let commands = materials.characters.iter().copied().filter(is_command).map(|byte| vec![byte]);
    let words = materials.words.iter().filter(|word| is_name(word)).take(SPOKEN).cloned();
    for word in commands.chain(words) {
        for rest in [b"\n".as_slice(), b" 1\n", b" 1 1 1\n", b"=1\n", b" a\n"] {
            texts.push([&word, rest].concat());
        }
    }
    for format in materials.words.iter().filter(|word| word.contains(&b'%')).take(SPOKEN) {
        for number in ["0", "1", "1000", "-1"] {
            texts.push([instance(format, |_| number.as_bytes().to_vec()), b"\n".to_vec()].concat());
        }
    }
    texts
}

/// Texts that begin as the program expects and are longer than each of its buffers; brackets and quotes with something
/// long between them.
fn long_spoken_texts(materials: &Materials) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    let sizes = materials.sizes.iter().copied().filter(|size| *size <= LONG_ENOUGH);
    let formats: Vec<&Vec<u8>> =
        materials.words.iter().filter(|word| word.contains(&b'%')).take(SPOKEN_OFTEN).collect();
    let marks: Vec<u8> =
        materials.characters.iter().copied().filter(u8::is_ascii_punctuation).take(SPOKEN).collect();
    for size in sizes {
        // As many lines as an array of so many bytes may have elements.
        for (format, number) in formats.iter().flat_map(|format| [(format, "0"), (format, "1")]) {
            let line = [instance(format, |_| number.as_bytes().to_vec()), b"\n".to_vec()].concat();
            texts.extend([8, 4].map(|element| line.repeat(size / element + 1)));
        }
        for mark in &marks {
            for filler in [b'a', b'1'] {
                let long = vec![filler; size + 8];
                let close = match mark {
                    b'(' => b')',
                    b'[' => b']',
                    b'{' => b'}',
                    b'<' => b'>',
                    same => *same,
                };
                texts.push([&[*mark], long.as_slice(), b"\n"].concat());
                texts.push([&[*mark], long.as_slice(), &[close, b'\n']].concat());
            }
        }
    }
    texts
}

/// Whether a word may be the name of a command or of a key.
fn is_name(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte))
}

/// A text as a format describes it: what `make` gives for each of its conversions.
pub fn instance(format: &[u8], mut make: impl FnMut(u8) -> Vec<u8>) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = format;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if *first != b'%' {
            text.push(*first);
            continue;
        }
        // Flags, widths and lengths do not matter here.
        let length = rest.iter().take_while(|byte| b"0123456789*.-+#hlzjtLm".contains(byte)).count();
        rest = &rest[length..];
        let Some((conversion, tail)) = rest.split_first() else { break };
        rest = tail;
        if *conversion == b'[' {
            // A bracket that comes first is a member of the set.
            let start = rest.iter().take_while(|byte| **byte == b'^').count() + 1;
            let end = rest.iter().skip(start).position(|byte| *byte == b']');
            rest = end.map_or(&[], |end| &rest[start + end + 1..]);
        }
        match conversion {
            b'%' => text.push(b'%'),
            conversion => text.extend(make(*conversion)),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_speak_the_language_of_the_program() {
        let words = vec![b"a %zu %9[^\n]".to_vec(), b"host".to_vec()];
        let characters = b"(x".to_vec();
        let all = texts(&Materials { sizes: vec![800], words, characters, ..Materials::default() });
        let has = |text: &[u8]| all.iter().any(|other| other == text);
        assert!(has(b"a 0 0\n") && has(b"host\n") && has(b"host 1\n") && has(b"x 1 1 1\n"));
        assert!(has(&b"a 0 0\n".repeat(101)));
        assert!(has(&[b"(".as_slice(), &[b'1'; 808], b")\n"].concat()));
    }

    #[test]
    fn formats_are_instantiated() {
        let made = |format: &[u8]| instance(format, |conversion| vec![conversion.to_ascii_uppercase()]);
        assert_eq!(made(b"x=%-3d,%5.2lf%% %[]a]b%[^,],%"), b"x=D,F% [b[,");
    }
}
