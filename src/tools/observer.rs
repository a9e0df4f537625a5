//! What a long job reports while it runs.

/// Follows a job.
pub trait JobObserver {
    /// A stage begins, in which items such as "games read" are counted. An earlier run has
    /// completed `done` of them.
    fn begin_stage(&mut self, items: &str, total: Option<u64>, done: u64);

    /// This many items are done.
    fn advance(&mut self, done: u64);

    /// The stage is over.
    fn end_stage(&mut self);

    /// Something is wrong with the input, but the job continues.
    fn warn(&mut self, message: &str);
}

/// Ignores everything.
impl JobObserver for () {
    fn begin_stage(&mut self, _: &str, _: Option<u64>, _: u64) {}
    fn advance(&mut self, _: u64) {}
    fn end_stage(&mut self) {}
    fn warn(&mut self, _: &str) {}
}
