//! The board in the browser over the network: a real server, and clients that are not
//! always friendly.

mod client;
mod games;
mod hostile;
mod study;
mod watch;
