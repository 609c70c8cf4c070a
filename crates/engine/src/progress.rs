//! Telling the user that work goes on.

/// Where an engine tells what it is doing. Called often: implementations decide what to show.
pub trait Progress: Sync {
    /// The current activity, such as `explored 1200 states`.
    fn update(&self, activity: &str);
}

/// Tells nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Progress for Silent {
    fn update(&self, _activity: &str) {}
}
