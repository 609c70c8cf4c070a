//! The process: how it ends, its signals, its environment, its clocks, `errno`.

use crate::Assumption::{ClockRange, Errno, LocaleC, NoSignals, SetjmpLocals};
use crate::primitive::Primitive::*;
use crate::row::Channel::{Clock as Clocks, Environment};
use crate::row::Failure::{Minus, NotZero, Null};
use crate::row::Feature::{Signals, Variables};
use crate::row::Promise::{FullSleep, Room};
use crate::row::{Row, model, object, primitive, string};

pub const ROWS: &[Row] = &[
    primitive("exit", Exit).never_returns(),
    primitive("_Exit", ImmediateExit).also(&["_exit", "quick_exit"]).never_returns(),
    primitive("abort", Abort).never_returns().beside(Signals, "__libc_abort"),
    primitive("atexit", Atexit).fails(NotZero).promises(Room),
    primitive("__cxa_atexit", CxaAtexit).keeps(&[1]).fails(NotZero),
    primitive("__assert_fail", AssertFail)
        .also(&["__assert_perror_fail"])
        .reads(&[string(0)])
        .never_returns(),
    primitive("__assert", AssertFailShort).reads(&[string(0)]).never_returns(),
    primitive("__heapproof_raise", Raise).never_returns(),
    model("signal")
        .also(&["__sysv_signal", "sysv_signal", "bsd_signal"])
        .fails(Minus)
        .assumes(NoSignals)
        .brings(&[Signals]),
    model("sigaction")
        .reads(&[object(1, 152, 140)])
        .writes(&[object(2, 152, 140)])
        .fails(Minus)
        .assumes(NoSignals)
        .brings(&[Signals]),
    model("sigemptyset").writes(&[object(0, 128, 128)]),
    model("sigfillset").writes(&[object(0, 128, 128)]),
    model("sigaddset").reads(&[object(0, 128, 128)]).writes(&[object(0, 128, 128)]).fails(Minus),
    model("sigdelset").reads(&[object(0, 128, 128)]).writes(&[object(0, 128, 128)]).fails(Minus),
    model("sigismember").reads(&[object(0, 128, 128)]).fails(Minus),
    model("sigisemptyset").reads(&[object(0, 128, 128)]),
    model("sigpending").writes(&[object(0, 128, 128)]).assumes(NoSignals),
    model("sigsuspend").fails(Minus),
    model("sigprocmask")
        .reads(&[object(1, 128, 128)])
        .writes(&[object(2, 128, 128)])
        .fails(Minus)
        .assumes(NoSignals),
    model("pthread_sigmask")
        .reads(&[object(1, 128, 128)])
        .writes(&[object(2, 128, 128)])
        .fails(NotZero)
        .assumes(NoSignals),
    model("raise").may_end().fails(NotZero),
    primitive("getenv", Getenv)
        .also(&["secure_getenv", "__secure_getenv", "__heapproof_getenv"])
        .reads(&[string(0)])
        .consumes(&[Environment])
        .fails(Null)
        .beside(Variables, "__libc_getenv"),
    model("setenv").reads(&[string(0), string(1)]).fails(Minus).brings(&[Variables]),
    model("unsetenv").reads(&[string(0)]).fails(Minus).brings(&[Variables]),
    model("putenv").reads(&[string(0)]).keeps(&[0]).fails(NotZero).brings(&[Variables]),
    model("clearenv").fails(NotZero).brings(&[Variables]),
    primitive("time", Time)
        .also(&["time64"])
        .writes(&[object(0, 8, 4)])
        .consumes(&[Clocks])
        .assumes(ClockRange),
    primitive("clock", Clock).consumes(&[Clocks]).fails(Minus),
    primitive("gettimeofday", Gettimeofday)
        .writes(&[object(0, 16, 8)])
        .consumes(&[Clocks])
        .fails(Minus)
        .assumes(ClockRange),
    primitive("clock_gettime", ClockGettime)
        .writes(&[object(1, 16, 8)])
        .consumes(&[Clocks])
        .fails(Minus)
        .assumes(ClockRange),
    primitive("sleep", Sleep).also(&["usleep"]).fails(NotZero).promises(FullSleep),
    primitive("getpid", Getpid),
    primitive("setjmp", Setjmp)
        .also(&["_setjmp", "__sigsetjmp", "sigsetjmp"])
        .writes(&[object(0, 200, 156)])
        .assumes(SetjmpLocals),
    primitive("longjmp", Longjmp)
        .also(&["_longjmp", "siglongjmp", "__longjmp_chk"])
        .reads(&[object(0, 200, 156)])
        .never_returns(),
    model("setlocale").reads(&[string(1)]).fails(Null).assumes(LocaleC),
    model("localeconv").assumes(LocaleC),
    model("nl_langinfo").assumes(LocaleC),
    model("gettext").reads(&[string(0)]).assumes(LocaleC),
    model("dgettext").reads(&[string(1)]).assumes(LocaleC),
    model("dcgettext").reads(&[string(1)]).assumes(LocaleC),
    model("ngettext").reads(&[string(0), string(1)]).assumes(LocaleC),
    model("textdomain").reads(&[string(0)]).fails(Null).assumes(LocaleC),
    model("bindtextdomain").reads(&[string(0), string(1)]).fails(Null).assumes(LocaleC),
    model("bind_textdomain_codeset").reads(&[string(0), string(1)]).fails(Null).assumes(LocaleC),
    model("__errno_location").assumes(Errno),
];
