//! Strings, blocks that are searched and compared, classes of characters.

use crate::Assumption::{CharacterClasses, ErrorTexts};
use crate::row::Failure::{NotZero, Null};
use crate::row::Promise::Difference;
use crate::row::{Row, bytes, model, string, word};

/// A function that classifies or converts a character.
const fn class(name: &'static str) -> Row {
    model(name).assumes(CharacterClasses)
}

pub const ROWS: &[Row] = &[
    model("strlen").reads(&[string(0)]).gives_length(0),
    model("strnlen").stops_at_zero().reads(&[bytes(0, 1)]),
    model("strcpy").fortified(&[("__strcpy_chk", &[2])]).reads(&[string(1)]).writes(&[string(0)]),
    model("stpcpy")
        .also(&["__stpcpy"])
        .fortified(&[("__stpcpy_chk", &[2])])
        .reads(&[string(1)])
        .writes(&[string(0)]),
    model("strncpy")
        .stops_at_zero()
        .fortified(&[("__strncpy_chk", &[3])])
        .reads(&[bytes(1, 2)])
        .writes(&[bytes(0, 2)]),
    model("stpncpy")
        .stops_at_zero()
        .fortified(&[("__stpncpy_chk", &[3])])
        .reads(&[bytes(1, 2)])
        .writes(&[bytes(0, 2)]),
    model("strcat").fortified(&[("__strcat_chk", &[2])]).reads(&[string(0), string(1)]).writes(&[string(0)]),
    model("strncat")
        .stops_at_zero()
        .fortified(&[("__strncat_chk", &[3])])
        .reads(&[string(0), bytes(1, 2)])
        .writes(&[string(0)]),
    model("strlcpy").reads(&[string(1)]).writes(&[bytes(0, 2)]),
    model("strlcat").reads(&[bytes(0, 2), string(1)]).writes(&[bytes(0, 2)]),
    model("memcmp").reads(&[bytes(0, 2), bytes(1, 2)]).promises(Difference),
    model("bcmp").reads(&[bytes(0, 2), bytes(1, 2)]).promises(Difference),
    model("strcmp").reads(&[string(0), string(1)]).promises(Difference),
    model("strcoll").reads(&[string(0), string(1)]).promises(Difference),
    model("strncmp").stops_at_zero().reads(&[bytes(0, 2), bytes(1, 2)]).promises(Difference),
    model("strcasecmp").reads(&[string(0), string(1)]).promises(Difference),
    model("strncasecmp").stops_at_zero().reads(&[bytes(0, 2), bytes(1, 2)]).promises(Difference),
    model("memchr").reads(&[bytes(0, 2)]).fails(Null),
    model("memrchr").reads(&[bytes(0, 2)]).fails(Null),
    model("rawmemchr").reads(&[string(0)]),
    model("memmem").reads(&[bytes(0, 1), bytes(2, 3)]).fails(Null),
    model("memccpy").reads(&[bytes(1, 3)]).writes(&[bytes(0, 3)]).fails(Null),
    model("strchrnul").reads(&[string(0)]),
    model("strchr").reads(&[string(0)]).fails(Null),
    model("index").reads(&[string(0)]).fails(Null),
    model("strrchr").reads(&[string(0)]).fails(Null),
    model("rindex").reads(&[string(0)]).fails(Null),
    model("strstr").reads(&[string(0), string(1)]).fails(Null),
    model("strcasestr").reads(&[string(0), string(1)]).fails(Null),
    model("strspn").reads(&[string(0), string(1)]),
    model("strcspn").reads(&[string(0), string(1)]),
    model("strpbrk").reads(&[string(0), string(1)]).fails(Null),
    model("strtok_r")
        .also(&["__strtok_r"])
        .reads(&[string(0), string(1), word(2)])
        .writes(&[string(0), word(2)])
        .keeps(&[0])
        .fails(Null),
    model("strtok").reads(&[string(0), string(1)]).writes(&[string(0)]).keeps(&[0]).fails(Null),
    model("strsep").reads(&[word(0), string(1)]).writes(&[word(0)]).fails(Null),
    model("strxfrm").reads(&[string(1)]).writes(&[bytes(0, 2)]),
    model("swab").reads(&[bytes(0, 2)]).writes(&[bytes(1, 2)]),
    model("strerror").assumes(ErrorTexts),
    model("strerror_r").assumes(ErrorTexts),
    model("__xpg_strerror_r").writes(&[bytes(1, 2)]).fails(NotZero).assumes(ErrorTexts),
    model("strsignal").assumes(ErrorTexts),
    model("wcslen").reads(&[string(0)]),
    model("wcscpy").reads(&[string(1)]).writes(&[string(0)]),
    model("wcscmp").reads(&[string(0), string(1)]).promises(Difference),
    model("wcsncmp").reads(&[string(0), string(1)]).promises(Difference),
    model("wmemset").writes(&[string(0)]),
    model("wmemcpy").reads(&[string(1)]).writes(&[string(0)]),
    class("isalnum").keeps_zero(),
    class("isalpha").keeps_zero(),
    class("isblank").keeps_zero(),
    class("iscntrl"),
    class("isdigit").keeps_zero(),
    class("isgraph").keeps_zero(),
    class("islower").keeps_zero(),
    class("isprint").keeps_zero(),
    class("ispunct").keeps_zero(),
    class("isspace").keeps_zero(),
    class("isupper").keeps_zero(),
    class("isxdigit").keeps_zero(),
    class("tolower").keeps_zero().keeps_nonzero(),
    class("toupper").keeps_zero().keeps_nonzero(),
    class("__ctype_b_loc"),
    class("__ctype_tolower_loc"),
    class("__ctype_toupper_loc"),
    model("isascii"),
    model("toascii"),
    model("__ctype_get_mb_cur_max"),
];
