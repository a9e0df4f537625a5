//! The board in the browser over the network: a real server, and clients that are not
//! always friendly.

mod address;
#[path = "../common/books.rs"]
mod books;
mod by_link;
mod client;
mod connections;
mod games;
mod hostile;
mod limits;
#[path = "../arena/matches/mock.rs"]
mod mock;
mod opening_book;
mod opponents;
mod report;
#[path = "../common/running.rs"]
mod running;
mod study;
mod watch;
