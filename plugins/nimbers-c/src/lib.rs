//! Nothing: the plugin is `nimbers.c`, and this crate holds its tests. They
//! compile it with `cc`, and are skipped where there is none.
