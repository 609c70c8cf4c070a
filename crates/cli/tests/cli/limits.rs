//! Time, memory and Ctrl-C give `unknown` with the reason.

use crate::support::{LONG, Scratch, finish};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::os::unix::fs::PermissionsExt;
use std::process::Child;
use std::time::{Duration, Instant};

const ENDLESS: &str = "int main(void) { volatile int x = 1; while (x) {} return 0; }\n";

#[test]
fn the_time_limit_gives_unknown() {
    let start = Instant::now();
    let finished = Scratch::with("a.c", LONG).run("check --engine exact --timeout 1 a.c").expect(3);
    finished.says("unknown[timeout]: ").says("--timeout").says("\nunknown: timeout\n");
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
}

#[test]
fn the_memory_limit_gives_unknown() {
    let source = "#include <stdlib.h>
        struct node { struct node *next; char pad[4096]; } *list;
        int main(void) {
            for (;;) { struct node *n = malloc(sizeof *n); n->next = list; list = n; }
        }";
    let scratch = Scratch::with("a.c", source);
    scratch.run("check --malloc=ok --memory 8 a.c").expect(3).says("unknown[memory]: ");
}

fn interrupt(child: &Child) {
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
}

#[test]
fn a_second_interrupt_ends_it_at_once() {
    // A compiler that takes forever: nothing looks at the first interrupt.
    let scratch = Scratch::with("a.c", ENDLESS);
    let started = scratch.path().join("started");
    let clang = scratch.write(
        "clang",
        format!(
            "#!/bin/sh\nif [ \"$1\" = --version ]; then clang-19 --version; else : > '{}'; exec sleep 1000; fi\n",
            started.display()
        ),
    );
    let mut permissions = std::fs::metadata(&clang).unwrap().permissions();
    permissions.set_mode(0o755);
    std::fs::set_permissions(&clang, permissions).unwrap();
    let mut child = scratch.command("check a.c").env("HEAPPROOF_CLANG", &clang).spawn().unwrap();
    // Before the compiler runs an interrupt is noticed.
    while !started.exists() {
        std::thread::sleep(Duration::from_millis(50));
    }
    let start = Instant::now();
    interrupt(&child);
    // On a busy machine an interrupt can be lost while another one is being handled.
    while child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(200));
        interrupt(&child);
    }
    finish(child).expect(130);
    assert!(start.elapsed() < Duration::from_secs(3), "it took {:?}", start.elapsed());
}

#[test]
fn an_interrupt_gives_unknown() {
    let scratch = Scratch::with("a.c", LONG);
    let child = scratch.start("check --engine exact a.c");
    // Long enough to be past the start of the process; the answer is the same during compilation.
    std::thread::sleep(Duration::from_millis(1500));
    interrupt(&child);
    finish(child).expect(3).says("unknown[interrupted]: ").says("\nunknown: interrupted\n");
}
