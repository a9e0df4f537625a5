//! The kinds of nodes, known at compile time.

/// What kind of node is searched.
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
/// A node that is only to prove a bound.
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
