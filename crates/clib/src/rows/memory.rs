//! Heap blocks, and bytes that are copied and set.

use crate::primitive::Primitive::*;
use crate::row::Failure::{Error, Null};
use crate::row::Size::{Argument, Computed, Product};
use crate::row::{Row, bytes, model, primitive, string, word};

pub const ROWS: &[Row] = &[
    primitive("malloc", Malloc).also(&["__libc_malloc"]).allocates(Argument(0)).fails(Null).sets_errno(),
    primitive("calloc", Calloc).allocates(Product(0, 1)).fails(Null).sets_errno(),
    primitive("realloc", Realloc).allocates(Argument(1)).frees(0).fails(Null).sets_errno(),
    primitive("reallocarray", ReallocArray).allocates(Product(1, 2)).frees(0).fails(Null).sets_errno(),
    primitive("free", Free)
        .also(&["cfree", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvj", "_ZdaPvj"])
        .frees(0),
    primitive("aligned_alloc", AlignedAlloc)
        .also(&["memalign"])
        .allocates(Argument(1))
        .fails(Null)
        .sets_errno(),
    primitive("posix_memalign", PosixMemalign).allocates(Argument(2)).writes(&[word(0)]).fails(Error),
    primitive("valloc", Valloc).allocates(Argument(0)).fails(Null).sets_errno(),
    primitive("malloc_usable_size", MallocUsableSize),
    primitive("memcpy", Memcpy)
        .fortified(&[("__memcpy_chk", &[3])])
        .reads(&[bytes(1, 2)])
        .writes(&[bytes(0, 2)]),
    primitive("memmove", Memmove)
        .fortified(&[("__memmove_chk", &[3])])
        .reads(&[bytes(1, 2)])
        .writes(&[bytes(0, 2)]),
    primitive("mempcpy", Mempcpy)
        .also(&["__mempcpy"])
        .fortified(&[("__mempcpy_chk", &[3])])
        .reads(&[bytes(1, 2)])
        .writes(&[bytes(0, 2)]),
    primitive("memset", Memset).fortified(&[("__memset_chk", &[3])]).writes(&[bytes(0, 2)]),
    primitive("bcopy", Bcopy).reads(&[bytes(0, 2)]).writes(&[bytes(1, 2)]),
    primitive("bzero", Bzero).also(&["explicit_bzero"]).writes(&[bytes(0, 1)]),
    // Operators of C++; the size is as wide as a pointer, which the name tells.
    model("_Znwm").allocates(Argument(0)),
    model("_Znam").allocates(Argument(0)),
    model("_Znwj").allocates(Argument(0)),
    model("_Znaj").allocates(Argument(0)),
    // Code of the Linux kernel.
    model("kmalloc").allocates(Argument(0)).fails(Null),
    model("kzalloc").allocates(Argument(0)).fails(Null),
    model("kcalloc").allocates(Product(0, 1)).fails(Null),
    model("kmalloc_array").allocates(Product(0, 1)).fails(Null),
    model("krealloc").allocates(Argument(1)).frees(0).fails(Null),
    model("kmemdup").reads(&[bytes(0, 1)]).allocates(Argument(1)).fails(Null),
    model("kstrdup").reads(&[string(0)]).allocates(Computed).fails(Null),
    model("vmalloc").allocates(Argument(0)).fails(Null),
    model("vzalloc").allocates(Argument(0)).fails(Null),
    model("kfree").frees(0),
    model("vfree").frees(0),
    model("strdup").also(&["__strdup"]).reads(&[string(0)]).allocates(Computed).fails(Null),
    model("strndup")
        .stops_at_zero()
        .also(&["__strndup"])
        .reads(&[bytes(0, 1)])
        .allocates(Computed)
        .fails(Null),
];
