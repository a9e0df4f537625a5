//! The kinds of nodes: those known at compile time, and those expected at run time.

/// The kind of a node, known at compile time.
pub(super) trait NodeType {
    /// The root of the tree.
    const ROOT: bool;
    /// A node searched with an open window.
    const PV: bool;
}

/// The root.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node searched with a null window, which only proves a bound.
pub(super) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// How a node is expected to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeExpectation {
    /// With an exact score.
    Pv,
    /// One of its moves exceeds beta.
    Cut,
    /// None of its moves exceeds alpha, so all of them are searched.
    All,
}

impl NodeExpectation {
    #[inline(always)]
    pub(crate) fn is_cut(self) -> bool {
        self == NodeExpectation::Cut
    }

    /// What a child searched with a null window is expected to be.
    #[inline(always)]
    pub(crate) fn of_child(self) -> NodeExpectation {
        if self.is_cut() {
            NodeExpectation::All
        } else {
            NodeExpectation::Cut
        }
    }
}
