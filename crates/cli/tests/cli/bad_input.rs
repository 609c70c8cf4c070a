//! Input that is no program: a message that says so, exit code 2, no panic.

use crate::support::{SAFE, Scratch, USE_AFTER_FREE};

#[test]
fn a_file_that_is_not_there() {
    Scratch::new().run("check nowhere.c").expect(2).complains("nowhere.c");
    Scratch::new().run("ir nowhere.bc").expect(2).complains("nowhere.bc");
    Scratch::new().run("run nowhere.ll").expect(2).complains("nowhere.ll");
}

#[test]
fn a_directory() {
    let scratch = Scratch::new();
    for name in ["folder", "folder.c", "folder.bc"] {
        std::fs::create_dir(scratch.path().join(name)).unwrap();
        scratch.run(&format!("check {name}")).expect(2).complains(name);
    }
}

#[test]
fn a_file_of_an_unknown_kind() {
    Scratch::with("list.txt", SAFE).run("check list.txt").expect(2).complains("list.txt");
}

#[test]
fn an_empty_file() {
    let scratch = Scratch::new();
    for name in ["empty.c", "empty.bc", "empty.ll", "empty.i"] {
        scratch.write(name, "");
        scratch.run(&format!("check {name}")).expect(2).complains(name);
    }
    scratch.run("check empty.c").complains("nothing to analyse");
}

#[test]
fn what_does_not_compile_gives_clangs_own_words() {
    let scratch = Scratch::with("a.c", "int main(void)\n{\n    return x;\n}\n");
    scratch.run("check a.c").expect(2).complains("a.c:3:12: error: use of undeclared identifier 'x'");
    scratch.run("run a.c").expect(2).complains("undeclared identifier");
    let finished = scratch.run("check --format json a.c").expect(2);
    assert_eq!(finished.stdout, "", "there is no report about no program");
}

#[test]
fn files_that_do_not_link() {
    let scratch = Scratch::with("a.c", "int main(void) { return 0; }\n");
    scratch.write("b.c", "int main(void) { return 1; }\n");
    scratch.run("check a.c b.c").expect(2).complains("main");
}

#[test]
fn an_option_that_clang_does_not_know() {
    Scratch::with("a.c", SAFE).run("check a.c -- -fno-such-option").expect(2).complains("-fno-such-option");
}

#[test]
fn broken_bitcode() {
    let scratch = Scratch::with("a.c", USE_AFTER_FREE);
    let bitcode = scratch.bitcode("a.c", "a.bc");
    for kept in [1, 4, 8, 100, bitcode.len() / 2, bitcode.len() - 4] {
        scratch.write("cut.bc", &bitcode[..kept]);
        scratch.run("check cut.bc").expect(2).complains("cut.bc");
    }
    // Bytes that are overwritten give anything from a valid program to garbage, but never a crash.
    for step in [7, 31, 97] {
        let mut damaged = bitcode.clone();
        damaged.iter_mut().skip(64).step_by(step).for_each(|byte| *byte ^= 0x5a);
        scratch.write("damaged.bc", &damaged);
        let finished = scratch.run("check damaged.bc");
        assert!(matches!(finished.code, Some(0..=3)), "{:?}: {}", finished.code, finished.stderr);
    }
    scratch.write("garbage.bc", b"BC\xc0\xde and then nothing of the kind, for a long while");
    scratch.run("check garbage.bc").expect(2).complains("garbage.bc");
    scratch.write("garbage.ll", b"\x00\xff\xfe not assembly");
    scratch.run("check garbage.ll").expect(2).complains("garbage.ll");
}

#[test]
fn source_that_is_not_utf8() {
    let scratch =
        Scratch::with("latin.c", b"/* l\xf6schen */ int main(void) { int *p = 0; return *p; /* \xff */ }\n");
    scratch.run("check latin.c").expect(1).says("error[null-deref]").says("\u{fffd}");
    scratch.run("ir latin.c").expect(0).says("@main");
    scratch.write("bytes.c", b"\xff\xfe\x00\x01\x02");
    scratch.run("check bytes.c").expect(2).complains("bytes.c");
}

#[test]
fn a_line_of_ten_megabytes() {
    let scratch = Scratch::new();
    let filler = "/*xx*/".repeat((10 << 20) / 6);
    // Clang gives no columns beyond 65535: only the line is known then.
    for (name, before) in [("near.c", &filler[..60_000]), ("far.c", &filler[..])] {
        scratch.write(name, format!("{before}int main(void){{int*p=0;return*p;}}{filler}"));
        let finished = scratch.run(&format!("check {name}")).expect(1).says("error[null-deref]");
        assert!(finished.stdout.len() < 2000, "{} bytes", finished.stdout.len());
        assert_eq!(finished.stdout.contains("return*p;"), name == "near.c", "{}", finished.stdout);
    }
    scratch.write("broken.c", format!("{filler}int main(void){{return x;}}{filler}"));
    let finished = scratch.run("check broken.c").expect(2).complains("undeclared identifier 'x'");
    assert!(finished.stderr.len() < 20_000, "{} bytes", finished.stderr.len());
}

#[test]
fn compilation_databases_with_holes() {
    let scratch = Scratch::with("a.c", SAFE);
    let directory = scratch.path().to_str().unwrap();
    let check = |database: &str| {
        scratch.write("compile_commands.json", database);
        scratch.run("check -p compile_commands.json")
    };
    check("").expect(2).complains("compile_commands.json");
    check("{}").expect(2).complains("compile_commands.json");
    check("[]").expect(2);
    check("[{}]").expect(2);
    check("[{\"file\": \"a.c\"}]").expect(2);
    check(&format!("[{{\"directory\": \"{directory}\", \"file\": \"a.c\"}}]")).expect(2);
    let missing =
        format!("[{{\"directory\": \"{directory}\", \"file\": \"b.c\", \"command\": \"cc -c b.c\"}}]");
    check(&missing).expect(2).complains("b.c");
    scratch.run("check -p nowhere.json").expect(2).complains("nowhere.json");
}

#[test]
fn a_missing_entry_lists_similar_names() {
    let scratch = Scratch::with("a.c", "int mian(void) { return 0; }\nvoid declared(void);\n");
    scratch.run("check a.c").expect(2).complains("there is no function `main`").complains("`mian`");
    scratch.run("check --entry mian a.c").expect(0);
    let finished = scratch.run("run --entry mains a.c").expect(2);
    finished.complains("there is no function `mains`").complains("--entry");
}
