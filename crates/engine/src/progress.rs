//! Telling the user that work goes on.

/// Where an engine tells what it is doing. Called often: implementations decide what to show.
pub trait Progress: Sync {
    /// The current activity, such as `explored 1200 states`.
    fn update(&self, activity: &str);

    /// How much work an engine has done so far that counts it.
    fn worked(&self, _work: u64) {}
}

/// Tells nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Progress for Silent {
    fn update(&self, _activity: &str) {}
}
