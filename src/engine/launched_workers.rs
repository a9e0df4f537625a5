//! The workers of a running search: the main worker and its helpers.

use std::sync::Arc;

use crate::search::{Context, SearchResult, Worker};

use super::thread_pool::{Submitted, ThreadPool};

/// The workers of a search whose helpers have been started.
pub(super) struct LaunchedWorkers {
    pub(super) main: Worker,
    helpers: Submitted<Worker>,
    /// Those beyond the threads of the search.
    idle: Vec<Worker>,
}

impl LaunchedWorkers {
    /// Starts the helpers on the thread pool, which keeps its first thread for the main worker.
    ///
    /// # Panics
    /// If there are fewer workers than threads of the search.
    pub(super) fn new(
        mut workers: Vec<Worker>,
        thread_pool: &ThreadPool,
        context: &Arc<Context>,
    ) -> LaunchedWorkers {
        let idle = workers.split_off(context.threads.count());
        let helpers = workers.split_off(1);
        let shared = Arc::clone(context);
        LaunchedWorkers {
            main: workers.remove(0),
            helpers: thread_pool.submit_each(1, helpers, move |helper| helper.run(&shared)),
            idle,
        }
    }

    /// Waits for the helpers of a search that has been stopped. Returns its result and all workers.
    pub(super) fn join(self, context: &Context) -> (SearchResult, Vec<Worker>) {
        let mut workers = vec![self.main];
        workers.extend(self.helpers.wait());
        let result = best_result(&workers, context);
        workers.extend(self.idle);
        (result, workers)
    }
}

/// The result of the best worker; the main worker comes first.
fn best_result(workers: &[Worker], context: &Context) -> SearchResult {
    let mut best = &workers[0];
    for helper in &workers[1..] {
        if helper.depth_and_score() > best.depth_and_score() {
            best = helper;
        }
    }
    best.report_final(context);
    best.result(context)
}
