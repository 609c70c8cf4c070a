//! The CHR solver by itself.

use crate::support::Scratch;

#[test]
fn goals_are_solved_from_a_file() {
    let scratch = Scratch::with("goals.txt", "x = y + 1 /\\ y > x\nx > 3\n");
    scratch.run("chr goals.txt").expect(0).says("UNSAT").says("UNKNOWN");
    scratch.run("chr --explain goals.txt").expect(0).says("[linear");
    scratch.run("chr --script goals.txt").expect(3);
}

#[test]
fn rules_of_the_user_are_used() {
    let scratch = Scratch::with("less.chr", "less(x, y) /\\ less(y, x) ==> false;\n");
    scratch.write("goals.txt", "less(a, b) /\\ less(b, a)\n");
    scratch.run("chr -s less.chr --script goals.txt").expect(0).says("UNSAT");
}

#[test]
fn mistakes_are_told() {
    let scratch = Scratch::with("goals.txt", "x = = y\n");
    scratch.run("chr goals.txt").expect(2).says("goals.txt:1");
    scratch.run("chr missing.txt").expect(2).complains("missing.txt cannot be read");
    scratch.run("chr -s magic goals.txt").expect(2).complains("unknown solver `magic`");
}
