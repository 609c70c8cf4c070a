//! Files by descriptor and by name, directories, processes, users, dates, options.

use crate::Assumption::{OneThread, Utc};
use crate::row::Failure::{Minus, NotZero, Null};
use crate::row::Feature::Descriptors;
use crate::row::Size::Computed;
use crate::row::{Block, Row, bytes, model, object, string, word};

const NAME: &[Block] = &[string(0)];
const NAMES: &[Block] = &[string(0), string(1)];

/// A function that does something to a file by its name.
const fn named(name: &'static str) -> Row {
    model(name).reads(NAME).fails(Minus)
}

/// A function with the names of two files.
const fn twice_named(name: &'static str) -> Row {
    model(name).reads(NAMES).fails(Minus)
}

/// A function on a mutex.
const fn mutex(name: &'static str) -> Row {
    model(name).fails(NotZero).assumes(OneThread)
}

pub const ROWS: &[Row] = &[
    model("open").also(&["open64"]).reads(&[string(0)]).fails(Minus).brings(&[Descriptors]),
    model("creat").also(&["creat64"]).reads(&[string(0)]).fails(Minus).brings(&[Descriptors]),
    model("close").fails(Minus),
    model("lseek").fails(Minus),
    model("dup").fails(Minus).brings(&[Descriptors]),
    model("dup2").fails(Minus).brings(&[Descriptors]),
    model("pipe").writes(&[object(0, 8, 8)]).fails(Minus).brings(&[Descriptors]),
    model("isatty"),
    model("stat").reads(&[string(0)]).writes(&[object(1, 144, 88)]).fails(Minus),
    model("stat64").reads(&[string(0)]).writes(&[object(1, 144, 96)]).fails(Minus),
    model("lstat").reads(&[string(0)]).writes(&[object(1, 144, 88)]).fails(Minus),
    model("lstat64").reads(&[string(0)]).writes(&[object(1, 144, 96)]).fails(Minus),
    model("fstat").writes(&[object(1, 144, 88)]).fails(Minus),
    model("fstat64").writes(&[object(1, 144, 96)]).fails(Minus),
    named("unlink"),
    named("remove"),
    named("rmdir"),
    named("mkdir"),
    named("mkfifo"),
    named("access"),
    named("chdir"),
    named("chmod"),
    named("chown"),
    named("lchown"),
    twice_named("rename"),
    twice_named("link"),
    twice_named("symlink"),
    model("fsync").also(&["fdatasync"]).fails(Minus),
    model("ftruncate").fails(Minus),
    model("fchmod").fails(Minus),
    model("fcntl").also(&["fcntl64"]).fails(Minus),
    model("ioctl").fails(Minus),
    model("tcgetattr").writes(&[object(1, 60, 60)]).fails(Minus),
    model("tcsetattr").reads(&[object(2, 60, 60)]).fails(Minus),
    model("readlink").reads(&[string(0)]).writes(&[bytes(1, 2)]).fails(Minus),
    model("getcwd").writes(&[bytes(0, 1)]).allocates(Computed).fails(Null),
    model("mkstemp").also(&["mkstemp64"]).writes(&[string(0)]).fails(Minus).brings(&[Descriptors]),
    model("mkdtemp").writes(&[string(0)]).fails(Null),
    model("opendir").reads(&[string(0)]).allocates(Computed).fails(Null),
    model("readdir").also(&["readdir64"]).fails(Null),
    model("closedir").frees(0).fails(Minus),
    model("dirfd").fails(Minus),
    model("fork").also(&["vfork"]).fails(Minus),
    model("execv").reads(&[string(0)]).may_end().fails(Minus),
    model("execvp").reads(&[string(0)]).may_end().fails(Minus),
    model("execve").reads(&[string(0)]).may_end().fails(Minus),
    model("execlp").also(&["execl"]).reads(&[string(0), string(1)]).may_end().fails(Minus),
    model("waitpid").writes(&[object(1, 4, 4)]).fails(Minus),
    model("wait").writes(&[object(0, 4, 4)]).fails(Minus),
    model("system").reads(&[string(0)]).fails(Minus),
    model("kill").fails(Minus),
    model("getppid"),
    model("umask"),
    model("getuid"),
    model("geteuid"),
    model("getgid"),
    model("getegid"),
    model("sysconf").fails(Minus),
    model("getpagesize"),
    model("gethostname").writes(&[bytes(0, 1)]).fails(Minus),
    model("getpwuid").fails(Null),
    model("getpwnam").reads(&[string(0)]).fails(Null),
    model("getgrgid").fails(Null),
    model("getgrnam").reads(&[string(0)]).fails(Null),
    model("dirname").reads(&[string(0)]).writes(&[string(0)]),
    model("__xpg_basename").reads(&[string(0)]).writes(&[string(0)]),
    model("basename").reads(&[string(0)]),
    mutex("pthread_mutex_init"),
    mutex("pthread_mutex_destroy"),
    mutex("pthread_mutex_lock"),
    mutex("pthread_mutex_trylock"),
    mutex("pthread_mutex_unlock"),
    model("gmtime").reads(&[object(0, 8, 4)]).fails(Null),
    model("localtime").reads(&[object(0, 8, 4)]).fails(Null).assumes(Utc),
    model("gmtime_r").reads(&[object(0, 8, 4)]).writes(&[object(1, 56, 44)]).fails(Null),
    model("localtime_r").reads(&[object(0, 8, 4)]).writes(&[object(1, 56, 44)]).fails(Null).assumes(Utc),
    model("mktime").reads(&[object(0, 56, 44)]).writes(&[object(0, 56, 44)]).fails(Minus).assumes(Utc),
    model("difftime"),
    model("strftime").reads(&[string(2), object(3, 56, 44)]).writes(&[bytes(0, 1)]),
    model("asctime").reads(&[object(0, 56, 44)]),
    model("ctime").reads(&[object(0, 8, 4)]).fails(Null).assumes(Utc),
    model("getopt").reads(&[word(1), string(2)]).writes(&[word(1)]).keeps(&[1]).fails(Minus),
    model("getopt_long").reads(&[word(1), string(2)]).writes(&[word(1)]).keeps(&[1]).fails(Minus),
];
