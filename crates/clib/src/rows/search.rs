//! Searching: arrays, trees and queues of `<search.h>`; texts of wide characters.

use crate::Assumption::LocaleC;
use crate::row::Failure::{Error, Minus, Null};
use crate::row::Promise::Difference;
use crate::row::Size::Computed;
use crate::row::{Row, bytes, elements, model, object, string, word};

/// A class of wide characters.
const fn class(name: &'static str) -> Row {
    model(name).assumes(LocaleC)
}

pub const ROWS: &[Row] = &[
    model("lfind").reads(&[word(2)]).fails(Null),
    model("lsearch").reads(&[word(2)]).writes(&[word(2)]),
    model("tfind").reads(&[word(1)]).fails(Null),
    model("tsearch").reads(&[word(1)]).writes(&[word(1)]).keeps(&[0]).allocates(Computed).fails(Null),
    model("tdelete").reads(&[word(1)]).writes(&[word(1)]).fails(Null),
    model("twalk"),
    model("tdestroy").frees(0),
    model("insque").writes(&[word(0)]).keeps(&[0, 1]),
    model("remque").reads(&[word(0)]),
    model("wcschr").reads(&[string(0)]).fails(Null),
    model("wcsrchr").reads(&[string(0)]).fails(Null),
    model("wcsstr").reads(&[string(0), string(1)]).fails(Null),
    model("wcscat").reads(&[string(0), string(1)]).writes(&[string(0)]),
    model("wcsncpy").reads(&[string(1)]).writes(&[string(0)]),
    model("wcsncat").reads(&[string(0), string(1)]).writes(&[string(0)]),
    model("wcsdup").reads(&[string(0)]).allocates(Computed).fails(Null),
    model("wmemcmp").reads(&[string(0), string(1)]).promises(Difference),
    model("wmemmove").reads(&[string(1)]).writes(&[string(0)]),
    model("wmemchr").reads(&[string(0)]).fails(Null),
    class("iswalnum"),
    class("iswalpha"),
    class("iswblank"),
    class("iswcntrl"),
    class("iswdigit"),
    class("iswgraph"),
    class("iswlower"),
    class("iswprint"),
    class("iswpunct"),
    class("iswspace"),
    class("iswupper"),
    class("iswxdigit"),
    class("towlower"),
    class("towupper"),
    class("btowc"),
    class("wctob"),
    class("wcwidth"),
    class("mbrtowc").reads(&[bytes(1, 2)]).writes(&[object(0, 4, 4)]).fails(Error),
    class("mbrlen").reads(&[bytes(0, 1)]).fails(Error),
    class("mbtowc").reads(&[bytes(1, 2)]).writes(&[object(0, 4, 4)]).fails(Minus),
    class("mblen").reads(&[bytes(0, 1)]).fails(Minus),
    class("wcrtomb").writes(&[object(0, 1, 1)]).fails(Error),
    class("wctomb").writes(&[object(0, 1, 1)]).fails(Minus),
    class("mbstowcs").reads(&[string(1)]).writes(&[elements(0, 2, 2)]).fails(Minus),
    class("wcstombs").reads(&[string(1)]).writes(&[bytes(0, 2)]).fails(Minus),
];
