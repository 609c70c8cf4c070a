//! The shortest input that still shows an error, as far as a greedy search finds it (delta debugging: Zeller,
//! Hildebrandt, 2002): people read it.

use engine::Scenario;

/// How many inputs are tried.
const ATTEMPTS: usize = 400;

/// What shrinks an input.
struct Shrinker<G, S> {
    best: Scenario,
    left: usize,
    may_go_on: G,
    shows: S,
}

/// A short input that shows the same as one that does.
pub fn shortest(
    scenario: Scenario,
    may_go_on: impl Fn() -> bool,
    shows: impl Fn(&Scenario) -> bool,
) -> Scenario {
    let mut shrinker = Shrinker { best: scenario, left: ATTEMPTS, may_go_on, shows };
    shrinker.try_with(|scenario| scenario.recycled = false);
    shrinker.try_with(|scenario| scenario.allocations.clear());
    shrinker.try_with(|scenario| scenario.env.clear());
    shrinker.try_with(|scenario| scenario.inputs.clear());
    shrinker.leave_out(|scenario| Some(&mut scenario.args));
    shrinker.text(|scenario| Some(&mut scenario.stdin));
    for number in 0..shrinker.best.args.len() {
        shrinker.text(|scenario| scenario.args.get_mut(number));
    }
    for number in 0..shrinker.best.env.len() {
        shrinker.text(|scenario| scenario.env.get_mut(number).map(|(_, value)| value));
    }
    // Not all of them at once: a run that asks for files must have its imagined system.
    for number in (0..shrinker.best.files.as_ref().map_or(0, Vec::len)).rev() {
        shrinker.try_with(|scenario| {
            scenario.files.as_mut().map(|files| files.remove(number));
        });
    }
    for number in 0..shrinker.best.files.as_ref().map_or(0, Vec::len) {
        shrinker.text(|scenario| scenario.files.as_mut()?.get_mut(number).map(|(_, content)| content));
    }
    shrinker.leave_out(|scenario| Some(&mut scenario.inputs));
    for number in 0..shrinker.best.inputs.len() {
        shrinker.try_with(|scenario| scenario.inputs[number] = 0);
    }
    shrinker.best
}

impl<G: Fn() -> bool, S: Fn(&Scenario) -> bool> Shrinker<G, S> {
    /// Tries a change, and keeps it if the input still shows the error.
    fn try_with(&mut self, change: impl FnOnce(&mut Scenario)) -> bool {
        if self.left == 0 || !(self.may_go_on)() {
            return false;
        }
        let mut candidate = self.best.clone();
        change(&mut candidate);
        if candidate == self.best {
            return false;
        }
        self.left -= 1;
        let shows = (self.shows)(&candidate);
        if shows {
            self.best = candidate;
        }
        shows
    }

    /// Leaves out parts of a sequence, all at once first, then halves, and at last single elements.
    fn leave_out<T>(&mut self, sequence: impl Fn(&mut Scenario) -> Option<&mut Vec<T>>) {
        let length = |shrinker: &mut Self| sequence(&mut shrinker.best).map_or(0, |it| it.len());
        let mut size = length(self);
        while size > 0 {
            let mut at = 0;
            while at < length(self) && self.left > 0 {
                let end = (at + size).min(length(self));
                let cut = |scenario: &mut Scenario| {
                    if let Some(elements) = sequence(scenario) {
                        elements.drain(at..end);
                    }
                };
                if !self.try_with(cut) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    /// Leaves out parts of a text, then makes what is left plain.
    fn text(&mut self, text: impl Fn(&mut Scenario) -> Option<&mut Vec<u8>>) {
        self.leave_out(&text);
        self.try_with(|scenario| {
            if let Some(text) = text(scenario) {
                text.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b'a');
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let scenario = Scenario {
            args: vec![b"-q".to_vec(), b"xyz".repeat(100), b"".to_vec()],
            stdin: b"some text\n".to_vec(),
            allocations: vec![true, false],
            inputs: vec![7; 40],
            ..Scenario::default()
        };
        let shows = |scenario: &Scenario| {
            scenario.args.iter().any(|arg| arg.len() >= 64) && scenario.inputs.iter().sum::<u128>() >= 21
        };
        let found = shortest(scenario, || true, shows);
        assert_eq!(found, Scenario { args: vec![vec![b'a'; 64]], inputs: vec![7; 3], ..Scenario::default() });
    }
}
