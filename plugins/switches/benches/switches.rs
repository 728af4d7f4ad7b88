//! What sums of switches cost.
fn main() {}
