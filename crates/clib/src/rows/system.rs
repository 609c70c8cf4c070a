//! Files by descriptor and by name, directories, processes, users, dates, options.

use crate::Assumption::{Mapped, SystemTexts, Utc};
use crate::row::Failure::{Minus, NotZero, Null};
use crate::row::Feature::Descriptors;
use crate::row::Promise::Difference;
use crate::row::Size::Computed;
use crate::row::{Block, Row, bytes, model, object, string, word};

const NAME: &[Block] = &[string(0)];
const NAMES: &[Block] = &[string(0), string(1)];
const AT: &[Block] = &[string(1)];

/// A function that does something to a file by a name that is relative to a directory.
const fn at(name: &'static str) -> Row {
    model(name).reads(AT).fails(Minus)
}

/// A function that does something to a file by its name.
const fn named(name: &'static str) -> Row {
    model(name).reads(NAME).fails(Minus)
}

/// A function with the names of two files.
const fn twice_named(name: &'static str) -> Row {
    model(name).reads(NAMES).fails(Minus)
}

pub const ROWS: &[Row] = &[
    model("open").also(&["open64"]).reads(&[string(0)]).fails(Minus).brings(&[Descriptors]),
    model("creat").also(&["creat64"]).reads(&[string(0)]).fails(Minus).brings(&[Descriptors]),
    model("close").fails(Minus),
    model("lseek").also(&["lseek64"]).fails(Minus),
    model("dup").fails(Minus).brings(&[Descriptors]),
    model("dup2").fails(Minus).brings(&[Descriptors]),
    model("dup3").fails(Minus).brings(&[Descriptors]),
    model("pipe2").writes(&[object(0, 8, 8)]).fails(Minus).brings(&[Descriptors]),
    model("pread").also(&["pread64"]).writes(&[bytes(1, 2)]).fails(Minus),
    model("pwrite").also(&["pwrite64"]).reads(&[bytes(1, 2)]).fails(Minus),
    model("readv").reads(&[word(1)]).fails(Minus),
    model("writev").reads(&[word(1)]).fails(Minus),
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
    model("ftruncate").also(&["ftruncate64"]).fails(Minus),
    model("truncate").also(&["truncate64"]).reads(NAME).fails(Minus),
    model("fchmod").fails(Minus),
    model("fcntl").also(&["fcntl64"]).fails(Minus),
    model("ioctl").fails(Minus),
    model("tcgetattr").writes(&[object(1, 60, 60)]).fails(Minus),
    model("tcsetattr").reads(&[object(2, 60, 60)]).fails(Minus),
    model("cfmakeraw").reads(&[object(0, 60, 60)]).writes(&[object(0, 60, 60)]),
    model("cfsetispeed").also(&["cfsetospeed", "cfsetspeed"]).writes(&[object(0, 60, 60)]).fails(Minus),
    model("cfgetispeed").also(&["cfgetospeed"]).reads(&[object(0, 60, 60)]),
    model("readlink")
        .fortified(&[("__readlink_chk", &[3])])
        .reads(&[string(0)])
        .writes(&[bytes(1, 2)])
        .fails(Minus),
    model("get_current_dir_name").allocates(Computed).fails(Null),
    model("getcwd")
        .fortified(&[("__getcwd_chk", &[2])])
        .writes(&[bytes(0, 1)])
        .allocates(Computed)
        .fails(Null),
    model("mkstemp").also(&["mkstemp64"]).writes(&[string(0)]).fails(Minus).brings(&[Descriptors]),
    model("tmpnam").also(&["tmpnam_r"]).writes(&[object(0, 16, 16)]),
    model("mkostemp").also(&["mkostemp64"]).writes(&[string(0)]).fails(Minus).brings(&[Descriptors]),
    model("mkdtemp").writes(&[string(0)]).fails(Null),
    model("opendir").reads(&[string(0)]).allocates(Computed).fails(Null),
    model("readdir").also(&["readdir64"]).fails(Null),
    model("closedir").frees(0).fails(Minus),
    model("fdopendir").allocates(Computed).fails(Null),
    model("rewinddir"),
    model("scandir").also(&["scandir64"]).reads(NAME).writes(&[word(1)]).allocates(Computed).fails(Minus),
    model("alphasort").also(&["alphasort64"]).reads(&[word(0), word(1)]),
    model("versionsort").also(&["versionsort64"]).reads(&[word(0), word(1)]),
    model("strverscmp").reads(NAMES).promises(Difference),
    model("dirfd").fails(Minus),
    model("openat").also(&["openat64"]).reads(AT).fails(Minus).brings(&[Descriptors]),
    model("fstatat").also(&["newfstatat"]).reads(AT).writes(&[object(2, 144, 88)]).fails(Minus),
    model("fstatat64").reads(AT).writes(&[object(2, 144, 96)]).fails(Minus),
    at("unlinkat"),
    at("mkdirat"),
    at("mkfifoat"),
    at("mknodat"),
    named("mknod"),
    at("faccessat"),
    at("fchmodat"),
    at("fchownat"),
    model("fchown").fails(Minus),
    named("chroot"),
    model("fchdir").fails(Minus),
    model("flock").fails(Minus),
    model("lockf").also(&["lockf64"]).fails(Minus),
    model("posix_fadvise").also(&["posix_fadvise64"]),
    model("posix_fallocate").also(&["posix_fallocate64"]).fails(NotZero),
    model("utimensat").reads(&[string(1), object(2, 32, 16)]).fails(Minus),
    model("futimens").reads(&[object(1, 32, 16)]).fails(Minus),
    model("utimes").reads(&[string(0), object(1, 32, 16)]).fails(Minus),
    model("utime").reads(&[string(0), object(1, 16, 8)]).fails(Minus),
    model("renameat").reads(&[string(1), string(3)]).fails(Minus),
    model("linkat").reads(&[string(1), string(3)]).fails(Minus),
    model("symlinkat").reads(&[string(0), string(2)]).fails(Minus),
    model("readlinkat").reads(AT).writes(&[bytes(2, 3)]).fails(Minus),
    model("realpath")
        .fortified(&[("__realpath_chk", &[2])])
        .reads(NAME)
        .writes(&[object(1, 4096, 4096)])
        .allocates(Computed)
        .fails(Null),
    model("canonicalize_file_name").reads(NAME).allocates(Computed).fails(Null),
    model("gnu_dev_major"),
    model("gnu_dev_minor"),
    model("gnu_dev_makedev"),
    model("fnmatch").reads(NAMES).fails(NotZero),
    model("regcomp").reads(&[string(1)]).writes(&[object(0, 64, 32)]).fails(NotZero),
    model("regexec").reads(&[object(0, 64, 32), string(1)]).fails(NotZero),
    model("regfree").reads(&[object(0, 64, 32)]).writes(&[word(0)]),
    model("regerror").writes(&[bytes(2, 3)]),
    model("fork").also(&["vfork"]).fails(Minus),
    model("execv").reads(&[string(0)]).may_end().fails(Minus),
    model("execvp").reads(&[string(0)]).may_end().fails(Minus),
    model("execve").also(&["execvpe"]).reads(&[string(0)]).may_end().fails(Minus),
    model("execlp").also(&["execl"]).reads(&[string(0), string(1)]).may_end().fails(Minus),
    model("waitpid").writes(&[object(1, 4, 4)]).fails(Minus),
    model("wait").writes(&[object(0, 4, 4)]).fails(Minus),
    model("wait3").writes(&[object(0, 4, 4), object(2, 144, 72)]).fails(Minus),
    model("wait4").writes(&[object(1, 4, 4), object(3, 144, 72)]).fails(Minus),
    model("posix_spawn")
        .also(&["posix_spawnp"])
        .reads(&[string(1)])
        .writes(&[object(0, 4, 4)])
        .fails(NotZero),
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
    model("getpwuid").fails(Null).assumes(SystemTexts),
    model("getpwnam").reads(&[string(0)]).fails(Null).assumes(SystemTexts),
    model("getpwent").fails(Null).assumes(SystemTexts),
    model("setpwent"),
    model("endpwent"),
    model("getpwnam_r")
        .reads(&[string(0)])
        .writes(&[object(1, 48, 28), bytes(2, 3), word(4)])
        .fails(NotZero)
        .assumes(SystemTexts),
    model("getpwuid_r")
        .writes(&[object(1, 48, 28), bytes(2, 3), word(4)])
        .fails(NotZero)
        .assumes(SystemTexts),
    model("getgrgid").fails(Null).assumes(SystemTexts),
    model("getgrnam").reads(&[string(0)]).fails(Null).assumes(SystemTexts),
    model("dirname").reads(&[string(0)]).writes(&[string(0)]),
    model("__xpg_basename").reads(&[string(0)]).writes(&[string(0)]),
    model("basename").reads(&[string(0)]),
    model("gmtime").reads(&[object(0, 8, 4)]).fails(Null),
    model("localtime").reads(&[object(0, 8, 4)]).fails(Null).assumes(Utc),
    model("gmtime_r").reads(&[object(0, 8, 4)]).writes(&[object(1, 56, 44)]).fails(Null),
    model("localtime_r").reads(&[object(0, 8, 4)]).writes(&[object(1, 56, 44)]).fails(Null).assumes(Utc),
    model("mktime").reads(&[object(0, 56, 44)]).writes(&[object(0, 56, 44)]).fails(Minus).assumes(Utc),
    model("asctime_r").reads(&[object(0, 56, 44)]).writes(&[object(1, 26, 26)]),
    model("ctime_r").reads(&[object(0, 8, 4)]).writes(&[object(1, 26, 26)]).fails(Null).assumes(Utc),
    model("timegm").reads(&[object(0, 56, 44)]).writes(&[object(0, 56, 44)]).fails(Minus),
    model("tzset").assumes(Utc),
    model("strptime").reads(NAMES).writes(&[object(2, 56, 44)]).fails(Null),
    model("difftime"),
    model("strftime").reads(&[string(2), object(3, 56, 44)]).writes(&[bytes(0, 1)]),
    model("asctime").reads(&[object(0, 56, 44)]),
    model("ctime").reads(&[object(0, 8, 4)]).fails(Null).assumes(Utc),
    model("getopt").reads(&[word(1), string(2)]).writes(&[word(1)]).keeps(&[1]).fails(Minus),
    model("getsubopt").reads(&[word(0), word(1)]).writes(&[word(0), word(2)]).fails(Minus),
    model("mmap").also(&["mmap64"]).allocates(Computed).fails(Minus).assumes(Mapped),
    model("munmap").frees(0).fails(Minus),
    model("msync").fails(Minus),
    model("madvise").fails(Minus),
    model("getopt_long").reads(&[word(1), string(2)]).writes(&[word(1)]).keeps(&[1]).fails(Minus),
];
