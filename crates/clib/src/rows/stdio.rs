//! Streams and descriptors: characters, lines, formats.

use crate::primitive::Primitive::*;
use crate::primitive::{Print as PrintCall, PrintTo, Scan as ScanCall, ScanFrom};
use crate::row::Channel::{Descriptor, Standard, Stream};
use crate::row::Failure::{Fewer, Minus, NotZero, Null};
use crate::row::Promise::NoFailure;
use crate::row::{Row, Size, bytes, elements, format, model, object, primitive, string, word};

const STDIN: usize = 0;
const STDOUT: usize = 1;
const STDERR: usize = 2;

const SCANF_CUTS: &str = "sscanf cuts numbers that are too large";

/// One of the `printf` family.
const fn print(name: &'static str, to: PrintTo, list: bool) -> Row {
    primitive(name, Print(PrintCall { to, list })).fails(Minus)
}

/// One of the `scanf` family.
const fn scan(name: &'static str, from: ScanFrom, list: bool) -> Row {
    primitive(name, Scan(ScanCall { from, list })).fails(Minus)
}

pub const ROWS: &[Row] = &[
    primitive("puts", Puts).reads(&[string(0)]).prints(&[Standard(STDOUT)]).fails(Minus).promises(NoFailure),
    primitive("putchar", Putchar)
        .also(&["putchar_unlocked"])
        .prints(&[Standard(STDOUT)])
        .fails(Minus)
        .promises(NoFailure),
    primitive("fputs", Fputs)
        .also(&["fputs_unlocked"])
        .reads(&[string(0)])
        .prints(&[Stream(1)])
        .fails(Minus)
        .promises(NoFailure),
    primitive("fputc", Fputc)
        .also(&["putc", "_IO_putc", "putc_unlocked", "fputc_unlocked"])
        .prints(&[Stream(1)])
        .fails(Minus)
        .promises(NoFailure),
    primitive("fwrite", Fwrite)
        .also(&["fwrite_unlocked"])
        .reads(&[elements(0, 1, 2)])
        .prints(&[Stream(3)])
        .fails(Fewer)
        .promises(NoFailure),
    primitive("perror", Perror).reads(&[string(0)]).prints(&[Standard(STDERR)]),
    primitive("fflush", Fflush)
        .also(&["fflush_unlocked"])
        .uses(&[Stream(0)])
        .fails(Minus)
        .promises(NoFailure),
    primitive("setbuf", Setbuf)
        .also(&["setvbuf", "setlinebuf", "setbuffer"])
        .keeps(&[1])
        .uses(&[Stream(0)])
        .fails(NotZero)
        .promises(NoFailure),
    primitive("write", Write)
        .reads(&[bytes(1, 2)])
        .prints(&[Descriptor(0)])
        .uses(&[Standard(STDIN), Standard(STDOUT), Standard(STDERR)])
        .fails(Minus)
        .promises(NoFailure),
    print("printf", PrintTo::Stdout, false)
        .also(&["printf_unlocked"])
        .fortified(&[("__printf_chk", &[0])])
        .reads(&[format(0)])
        .prints(&[Standard(STDOUT)])
        .promises(NoFailure),
    print("fprintf", PrintTo::Stream, false)
        .also(&["fprintf_unlocked"])
        .fortified(&[("__fprintf_chk", &[1])])
        .reads(&[format(1)])
        .prints(&[Stream(0)])
        .promises(NoFailure),
    print("sprintf", PrintTo::Buffer, false)
        .fortified(&[("__sprintf_chk", &[1, 2])])
        .reads(&[format(1)])
        .writes(&[string(0)]),
    print("snprintf", PrintTo::Bounded, false)
        .fortified(&[("__snprintf_chk", &[2, 3])])
        .reads(&[format(2)])
        .writes(&[bytes(0, 1)]),
    print("asprintf", PrintTo::Allocated, false)
        .fortified(&[("__asprintf_chk", &[1])])
        .reads(&[format(1)])
        .writes(&[word(0)])
        .allocates(Size::Computed),
    print("dprintf", PrintTo::Descriptor, false)
        .fortified(&[("__dprintf_chk", &[1])])
        .reads(&[format(1)])
        .prints(&[Descriptor(0)])
        .uses(&[Standard(STDIN), Standard(STDOUT), Standard(STDERR)])
        .promises(NoFailure),
    print("vprintf", PrintTo::Stdout, true)
        .fortified(&[("__vprintf_chk", &[0])])
        .reads(&[format(0)])
        .prints(&[Standard(STDOUT)])
        .promises(NoFailure),
    print("vfprintf", PrintTo::Stream, true)
        .fortified(&[("__vfprintf_chk", &[1])])
        .reads(&[format(1)])
        .prints(&[Stream(0)])
        .promises(NoFailure),
    print("vsprintf", PrintTo::Buffer, true)
        .fortified(&[("__vsprintf_chk", &[1, 2])])
        .reads(&[format(1)])
        .writes(&[string(0)]),
    print("vsnprintf", PrintTo::Bounded, true)
        .fortified(&[("__vsnprintf_chk", &[2, 3])])
        .reads(&[format(2)])
        .writes(&[bytes(0, 1)]),
    print("vasprintf", PrintTo::Allocated, true)
        .fortified(&[("__vasprintf_chk", &[1])])
        .reads(&[format(1)])
        .writes(&[word(0)])
        .allocates(Size::Computed),
    print("vdprintf", PrintTo::Descriptor, true)
        .reads(&[format(1)])
        .prints(&[Descriptor(0)])
        .uses(&[Standard(STDIN), Standard(STDOUT), Standard(STDERR)])
        .promises(NoFailure),
    primitive("getchar", Getchar).also(&["getchar_unlocked"]).consumes(&[Standard(STDIN)]).fails(Minus),
    primitive("fgetc", Fgetc)
        .also(&["getc", "_IO_getc", "getc_unlocked", "fgetc_unlocked"])
        .consumes(&[Stream(0)])
        .fails(Minus),
    primitive("ungetc", Ungetc).consumes(&[Stream(1)]).fails(Minus),
    primitive("fgets", Fgets)
        .also(&["fgets_unlocked"])
        .fortified(&[("__fgets_chk", &[1])])
        .writes(&[bytes(0, 1)])
        .consumes(&[Stream(2)])
        .fails(Null),
    primitive("fread", Fread)
        .also(&["fread_unlocked"])
        .writes(&[elements(0, 1, 2)])
        .consumes(&[Stream(3)])
        .fails(Fewer),
    primitive("read", Read)
        .writes(&[bytes(1, 2)])
        .consumes(&[Descriptor(0)])
        .uses(&[Standard(STDIN)])
        .fails(Minus)
        .promises(NoFailure),
    scan("scanf", ScanFrom::Stdin, false)
        .also(&["__isoc99_scanf", "__isoc23_scanf"])
        .reads(&[string(0)])
        .writes(&[format(1)])
        .consumes(&[Standard(STDIN)]),
    scan("fscanf", ScanFrom::Stream, false)
        .also(&["__isoc99_fscanf", "__isoc23_fscanf"])
        .reads(&[string(1)])
        .writes(&[format(2)])
        .consumes(&[Stream(0)]),
    scan("vscanf", ScanFrom::Stdin, true)
        .also(&["__isoc99_vscanf", "__isoc23_vscanf"])
        .reads(&[string(0)])
        .writes(&[format(1)])
        .consumes(&[Standard(STDIN)]),
    scan("vfscanf", ScanFrom::Stream, true)
        .also(&["__isoc99_vfscanf", "__isoc23_vfscanf"])
        .reads(&[string(1)])
        .writes(&[format(2)])
        .consumes(&[Stream(0)]),
    model("sscanf")
        .also(&["__isoc99_sscanf", "__isoc23_sscanf"])
        .reads(&[string(0), string(1)])
        .writes(&[format(2)])
        .fails(Minus)
        .assumes(SCANF_CUTS),
    model("vsscanf")
        .also(&["__isoc99_vsscanf", "__isoc23_vsscanf"])
        .reads(&[string(0), string(1)])
        .writes(&[format(2)])
        .fails(Minus)
        .assumes(SCANF_CUTS),
    primitive("feof", Feof).also(&["feof_unlocked"]).uses(&[Stream(0)]).promises(NoFailure),
    primitive("ferror", Ferror).also(&["ferror_unlocked"]).uses(&[Stream(0)]).promises(NoFailure),
    primitive("clearerr", Clearerr).also(&["clearerr_unlocked"]).uses(&[Stream(0)]),
    primitive("fclose", Fclose).uses(&[Stream(0)]).fails(Minus).promises(NoFailure),
    primitive("fileno", Fileno).also(&["fileno_unlocked"]).fails(Minus),
    model("getdelim")
        .also(&["__getdelim"])
        .reads(&[word(0), object(1, 8, 4)])
        .writes(&[word(0), object(1, 8, 4)])
        .consumes(&[Stream(3)])
        .fails(Minus),
    model("getline")
        .reads(&[word(0), object(1, 8, 4)])
        .writes(&[word(0), object(1, 8, 4)])
        .consumes(&[Stream(2)])
        .fails(Minus),
    model("gets").writes(&[string(0)]).consumes(&[Standard(STDIN)]).fails(Null),
];
