//! Streams and descriptors: characters, lines, formats.

use crate::Assumption::ScanfCuts;
use crate::primitive::Primitive::*;
use crate::primitive::{Print as PrintCall, PrintTo, Scan as ScanCall, ScanFrom};
use crate::row::Channel::{Descriptor, Standard, Stream};
use crate::row::Failure::{Fewer, Minus, NotZero, Null};
use crate::row::Feature::{Descriptors, Streams};
use crate::row::Promise::NoFailure;
use crate::row::{Row, Size, bytes, elements, format, model, object, primitive, string, word};

const STDIN: usize = 0;
const STDOUT: usize = 1;
const STDERR: usize = 2;

/// One of the `printf` family.
const fn print(name: &'static str, to: PrintTo, list: bool) -> Row {
    primitive(name, Print(PrintCall { to, list })).fails(Minus)
}

/// One of the `scanf` family.
const fn scan(name: &'static str, from: ScanFrom, list: bool) -> Row {
    primitive(name, Scan(ScanCall { from, list })).fails(Minus)
}

/// A function that gives a stream a buffer.
const fn buffer(name: &'static str) -> Row {
    primitive(name, Setbuf).keeps(&[1]).uses(&[Stream(0)]).fails(NotZero).promises(NoFailure)
}

pub const ROWS: &[Row] = &[
    primitive("puts", Puts).reads(&[string(0)]).prints(&[Standard(STDOUT)]).fails(Minus).promises(NoFailure),
    primitive("putchar", Putchar)
        .also(&["putchar_unlocked"])
        .prints(&[Standard(STDOUT)])
        .fails(Minus)
        .promises(NoFailure),
    primitive("fputs", Fputs)
        .also(&["__heapproof_fputs", "fputs_unlocked"])
        .reads(&[string(0)])
        .prints(&[Stream(1)])
        .fails(Minus)
        .promises(NoFailure)
        .beside(Streams, "__libc_fputs"),
    primitive("fputc", Fputc)
        .also(&["__heapproof_fputc", "putc", "_IO_putc", "putc_unlocked", "fputc_unlocked"])
        .prints(&[Stream(1)])
        .fails(Minus)
        .promises(NoFailure)
        .beside(Streams, "__libc_fputc"),
    primitive("fwrite", Fwrite)
        .also(&["__heapproof_fwrite", "fwrite_unlocked"])
        .reads(&[elements(0, 1, 2)])
        .prints(&[Stream(3)])
        .fails(Fewer)
        .promises(NoFailure)
        .beside(Streams, "__libc_fwrite"),
    primitive("perror", Perror).reads(&[string(0)]).prints(&[Standard(STDERR)]),
    primitive("fflush", Fflush)
        .also(&["__heapproof_fflush", "fflush_unlocked"])
        .uses(&[Stream(0)])
        .fails(Minus)
        .promises(NoFailure)
        .beside(Streams, "__libc_fflush"),
    buffer("setbuf").also(&["__heapproof_setbuf"]).beside(Streams, "__libc_setbuf"),
    buffer("setvbuf").beside(Streams, "__libc_setvbuf"),
    buffer("setlinebuf").beside(Streams, "__libc_setlinebuf"),
    buffer("setbuffer").beside(Streams, "__libc_setbuffer"),
    primitive("write", Write)
        .also(&["__heapproof_write"])
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
        .promises(NoFailure)
        .beside(Streams, "__libc_fprintf"),
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
        .also(&["__heapproof_vfprintf"])
        .fortified(&[("__vfprintf_chk", &[1])])
        .reads(&[format(1)])
        .prints(&[Stream(0)])
        .promises(NoFailure)
        .beside(Streams, "__libc_vfprintf"),
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
        .also(&["__heapproof_fgetc", "getc", "_IO_getc", "getc_unlocked", "fgetc_unlocked"])
        .consumes(&[Stream(0)])
        .fails(Minus)
        .beside(Streams, "__libc_fgetc"),
    primitive("ungetc", Ungetc)
        .also(&["__heapproof_ungetc"])
        .consumes(&[Stream(1)])
        .fails(Minus)
        .beside(Streams, "__libc_ungetc"),
    primitive("fgets", Fgets)
        .also(&["__heapproof_fgets", "fgets_unlocked"])
        .fortified(&[("__fgets_chk", &[1])])
        .writes(&[bytes(0, 1)])
        .consumes(&[Stream(2)])
        .fails(Null)
        .beside(Streams, "__libc_fgets"),
    primitive("fread", Fread)
        .fortified(&[("__fread_chk", &[1])])
        .also(&["__heapproof_fread", "fread_unlocked"])
        .writes(&[elements(0, 1, 2)])
        .consumes(&[Stream(3)])
        .fails(Fewer)
        .beside(Streams, "__libc_fread"),
    primitive("read", Read)
        .fortified(&[("__read_chk", &[3])])
        .also(&["__heapproof_read"])
        .writes(&[bytes(1, 2)])
        .consumes(&[Descriptor(0)])
        .uses(&[Standard(STDIN)])
        .fails(Minus)
        .promises(NoFailure)
        .beside(Descriptors, "__libc_read"),
    scan("scanf", ScanFrom::Stdin, false)
        .also(&["__isoc99_scanf", "__isoc23_scanf"])
        .reads(&[string(0)])
        .writes(&[format(1)])
        .consumes(&[Standard(STDIN)]),
    scan("fscanf", ScanFrom::Stream, false)
        .also(&["__isoc99_fscanf", "__isoc23_fscanf"])
        .reads(&[string(1)])
        .writes(&[format(2)])
        .consumes(&[Stream(0)])
        .beside(Streams, "__libc_fscanf"),
    scan("vscanf", ScanFrom::Stdin, true)
        .also(&["__isoc99_vscanf", "__isoc23_vscanf"])
        .reads(&[string(0)])
        .writes(&[format(1)])
        .consumes(&[Standard(STDIN)]),
    scan("vfscanf", ScanFrom::Stream, true)
        .also(&["__heapproof_vfscanf", "__isoc99_vfscanf", "__isoc23_vfscanf"])
        .reads(&[string(1)])
        .writes(&[format(2)])
        .consumes(&[Stream(0)])
        .beside(Streams, "__libc_vfscanf"),
    model("sscanf")
        .also(&["__isoc99_sscanf", "__isoc23_sscanf"])
        .reads(&[string(0), string(1)])
        .writes(&[format(2)])
        .fails(Minus)
        .assumes(ScanfCuts),
    model("vsscanf")
        .also(&["__isoc99_vsscanf", "__isoc23_vsscanf"])
        .reads(&[string(0), string(1)])
        .writes(&[format(2)])
        .fails(Minus)
        .assumes(ScanfCuts),
    primitive("feof", Feof)
        .also(&["__heapproof_feof", "feof_unlocked"])
        .uses(&[Stream(0)])
        .promises(NoFailure)
        .beside(Streams, "__libc_feof"),
    primitive("ferror", Ferror)
        .also(&["__heapproof_ferror", "ferror_unlocked"])
        .uses(&[Stream(0)])
        .fails(NotZero)
        .promises(NoFailure)
        .beside(Streams, "__libc_ferror"),
    primitive("clearerr", Clearerr)
        .also(&["__heapproof_clearerr", "clearerr_unlocked"])
        .uses(&[Stream(0)])
        .beside(Streams, "__libc_clearerr"),
    primitive("fclose", Fclose)
        .also(&["__heapproof_fclose"])
        .uses(&[Stream(0)])
        .fails(Minus)
        .promises(NoFailure)
        .beside(Streams, "__libc_fclose"),
    primitive("fileno", Fileno)
        .also(&["__heapproof_fileno", "fileno_unlocked"])
        .fails(Minus)
        .uses(&[Stream(0)])
        .beside(Streams, "__libc_fileno"),
    model("getdelim")
        .also(&["__getdelim"])
        .reads(&[word(0), object(1, 8, 4)])
        .writes(&[word(0), object(1, 8, 4)])
        .allocates(Size::Computed)
        .consumes(&[Stream(3)])
        .fails(Minus)
        .beside(Streams, "__libc_getdelim"),
    model("getline")
        .reads(&[word(0), object(1, 8, 4)])
        .writes(&[word(0), object(1, 8, 4)])
        .allocates(Size::Computed)
        .consumes(&[Stream(2)])
        .fails(Minus),
    model("gets").writes(&[string(0)]).consumes(&[Standard(STDIN)]).fails(Null),
    model("fopen")
        .also(&["fopen64"])
        .reads(&[string(0), string(1)])
        .allocates(Size::Computed)
        .fails(Null)
        .brings(&[Streams, Descriptors]),
    model("fdopen").reads(&[string(1)]).allocates(Size::Computed).fails(Null).brings(&[Streams, Descriptors]),
    model("freopen")
        .also(&["freopen64"])
        .reads(&[string(0), string(1)])
        .uses(&[Stream(2)])
        .fails(Null)
        .brings(&[Streams, Descriptors]),
    model("fmemopen")
        .reads(&[bytes(0, 1), string(2)])
        .keeps(&[0])
        .allocates(Size::Computed)
        .fails(Null)
        .brings(&[Streams]),
    model("open_memstream")
        .writes(&[word(0), word(1)])
        .keeps(&[0, 1])
        .allocates(Size::Computed)
        .fails(Null)
        .brings(&[Streams]),
    model("fgetpos").also(&["fgetpos64"]).writes(&[object(1, 16, 12)]).uses(&[Stream(0)]).fails(Minus),
    model("fsetpos").also(&["fsetpos64"]).reads(&[object(1, 16, 12)]).uses(&[Stream(0)]).fails(Minus),
    model("tmpfile")
        .also(&["tmpfile64"])
        .allocates(Size::Computed)
        .fails(Null)
        .brings(&[Streams, Descriptors]),
    model("fseek").also(&["fseeko", "fseeko64"]).uses(&[Stream(0)]).fails(Minus),
    model("ftell").also(&["ftello", "ftello64"]).uses(&[Stream(0)]).fails(Minus),
    model("rewind").uses(&[Stream(0)]),
];
