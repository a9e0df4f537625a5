//! Properties that hold for all inputs. A failing input is shrunk and shown.
//!
//! All properties share one test runner: `proptest!` instantiates it, with all that
//! shrinks, for each of them, which takes the compiler long.

use std::fmt::{self, Debug, Formatter};

use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};

/// An input of some type, with the property that must hold for it.
trait Trial: Debug {
    fn run(&self) -> TestCaseResult;
}

struct Input<T> {
    value: T,
    property: fn(&T) -> TestCaseResult,
}

impl<T: Debug> Debug for Input<T> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        self.value.fmt(formatter)
    }
}

impl<T: Debug> Trial for Input<T> {
    fn run(&self) -> TestCaseResult {
        (self.property)(&self.value)
    }
}

/// Checks a property for as many inputs as the configuration says.
pub fn assert_holds<S>(config: ProptestConfig, inputs: S, property: fn(&S::Value) -> TestCaseResult)
where
    S: Strategy + 'static,
    S::Value: 'static,
{
    let trial = move |value| Box::new(Input { value, property }) as Box<dyn Trial>;
    let config = ProptestConfig {
        failure_persistence: None,
        ..config
    };
    let result = TestRunner::new(config).run(&inputs.prop_map(trial).boxed(), |trial| trial.run());
    if let Err(error) = result {
        panic!("{error}");
    }
}
