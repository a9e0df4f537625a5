//! Connections of strangers, of pages that vanish, and of pages that do not read.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use peregrine::web::Patience;
use serde_json::json;
use socket2::SockRef;
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

use crate::client::{Page, Server};

/// How long anything may take on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// The limits of a server that waits for nobody.
const IMPATIENT: Patience = Patience {
    head: Duration::from_millis(300),
    request: Duration::from_secs(2),
    message: Duration::from_secs(5),
    ping: Duration::from_millis(700),
    rate: 50,
};

fn impatient() -> Server {
    Server::with_patience(IMPATIENT)
}

fn stream(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(&server.host).expect("the server listens");
    stream
        .set_read_timeout(Some(LONG))
        .expect("a time limit can be set");
    stream
}

/// Whether the server has closed a connection, without waiting.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a mode can be set");
    match stream.read(&mut [0; 64]) {
        Ok(count) => count == 0,
        Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
    }
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < LONG, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn status(server: &Server, path: &str) -> String {
    let answer = server.get(path, &format!("Host: {}\r\n", server.host));
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

#[test]
fn half_a_request_is_not_awaited_for_ever() {
    let server = impatient();
    for half in [
        "",
        "G",
        "GET / HTTP/1.1\r\nHost: ",
        "GET / HTTP/1.1\r\nA: b\r\n",
    ] {
        let mut stream = stream(&server);
        stream.write_all(half.as_bytes()).expect("it takes a text");
        let mut answer = Vec::new();
        // The end of the connection, or its reset.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{half}");
    }
}

#[test]
fn a_request_that_trickles_in_is_not_awaited_for_ever() {
    let server = impatient();
    let mut stream = stream(&server);
    let begin = Instant::now();
    let mut taken = stream.write_all(b"GET / HTTP/1.1\r\n");
    while taken.is_ok() {
        assert!(begin.elapsed() < LONG, "the server still listens");
        thread::sleep(Duration::from_millis(50));
        taken = stream.write_all(b"A: b\r\n");
    }
}

#[test]
fn pages_get_in_however_many_strangers_wait() {
    let server = Server::new();
    // Their last line is missing, and they do not know the token.
    let mut strangers: Vec<TcpStream> = (0..400)
        .map(|_| {
            let mut stream = stream(&server);
            let head = format!("GET / HTTP/1.1\r\nHost: {}\r\n", server.host);
            stream.write_all(head.as_bytes()).expect("it takes a text");
            stream
        })
        .collect();
    let mut page = server.page();
    assert_eq!(page.new_game("chess", None)["position"]["side"], "w");
    let mut open = strangers.len();
    wait_until("strangers hold all connections", || {
        open = strangers
            .iter_mut()
            .map(is_closed)
            .filter(|is_closed| !is_closed)
            .count();
        open <= 128
    });
    assert!(open > 64, "{open} of them are still open");
}

/// Takes the messages that are there, and lets the client answer pings.
fn read_for(page: &mut Page, time: Duration) -> bool {
    let begin = Instant::now();
    let stream = page.socket.get_ref();
    stream
        .set_read_timeout(Some(Duration::from_millis(20)))
        .expect("a time limit can be set");
    while begin.elapsed() < time {
        match page.socket.read() {
            Ok(_) => {}
            Err(tungstenite::Error::Io(_)) => _ = page.socket.flush(),
            Err(_) => return false,
        }
    }
    page.socket
        .get_ref()
        .set_read_timeout(Some(LONG))
        .expect("a time limit can be set");
    true
}

#[test]
fn a_page_that_answers_no_ping_gives_up_its_place() {
    let server = impatient();
    let mut calm = server.page();
    // They neither answer nor say goodbye, as after a fall of the network.
    let vanished: Vec<Page> = (0..3).map(|_| server.page()).collect();
    for page in vanished {
        let mut stream = page.socket.get_ref().try_clone().expect("another handle");
        wait_until("its place stays taken", || {
            assert!(read_for(&mut calm, Duration::from_millis(50)));
            is_closed(&mut stream)
        });
    }
    // One that answers stays, however long it has nothing to say.
    assert!(read_for(&mut calm, Duration::from_secs(5)));
    assert_eq!(calm.new_game("chess", None)["position"]["side"], "w");
}

/// A connection on which only a few bytes go over at a time, in either direction.
struct Slow {
    stream: TcpStream,
    step: usize,
}

impl Slow {
    /// The same connection to the page, on a slow line from now on.
    fn page(page: &Page, step: usize) -> WebSocket<Slow> {
        let stream = page.socket.get_ref().try_clone().expect("another handle");
        WebSocket::from_raw_socket(Slow { stream, step }, Role::Client, None)
    }

    fn pause(&self) {
        thread::sleep(Duration::from_millis(50));
    }
}

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.pause();
        let step = self.step.min(buffer.len());
        self.stream.read(&mut buffer[..step])
    }
}

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pause();
        self.stream.write(&bytes[..self.step.min(bytes.len())])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// A request to open a game with comments of this size.
fn long_game(bytes: usize) -> String {
    let comment = format!("{{{}}}", "long ".repeat(bytes / 10));
    let pgn = format!("1. e4 {comment} e5 {comment} *");
    json!({"type": "openPgn", "pgn": pgn, "number": null}).to_string()
}

#[test]
fn a_page_may_take_long_to_send_a_message() {
    let server = impatient();
    let page = server.page();
    // Six seconds, in which it answers no ping; it would be gone after less than three.
    let mut socket = Slow::page(&page, 4 << 10);
    let request = long_game(500_000);
    let sent = socket.send(Message::text(request));
    sent.expect("the server listens");
    socket.get_mut().step = 1 << 20;
    while !is_state(&socket.read().expect("the server answers")) {}
}

#[test]
fn a_page_may_take_long_to_take_a_message() {
    let server = Server::with_patience(Patience {
        message: Duration::from_secs(2),
        ping: Duration::from_secs(20),
        ..IMPATIENT
    });
    let mut page = server.page();
    // The system keeps little of what the page does not take, so the server has to wait.
    SockRef::from(page.socket.get_ref())
        .set_recv_buffer_size(64 << 10)
        .expect("the buffer can be small");
    let count = 2;
    for _ in 0..count {
        let sent = page.socket.send(Message::text(long_game(1_000_000)));
        sent.expect("the server listens");
    }
    // Each takes over three seconds, in which the server sees some of it go every now and then.
    let mut socket = Slow::page(&page, 16 << 10);
    let mut states = 0;
    while states < count {
        states += usize::from(is_state(&socket.read().expect("the server goes on")));
    }
}

fn is_state(message: &Message) -> bool {
    let text = message.to_text().unwrap_or_default();
    assert!(!text.contains("\"type\":\"error\""), "{text}");
    text.starts_with("{\"type\":\"state\"") && text.len() > 500_000
}

#[test]
fn a_page_learns_why_it_does_not_get_in() {
    let server = Server::new();
    let access = format!("/access?token={}", server.token);
    assert_eq!(status(&server, &access), "204");
    assert_eq!(status(&server, "/access?token=0123"), "403");
    assert_eq!(status(&server, "/access"), "403");
    let pages: Vec<_> = (0..64).map(|_| server.page()).collect();
    assert_eq!(status(&server, &access), "503");
    assert_eq!(status(&server, "/access?token=0123"), "403");
    drop(pages);
    wait_until("the places stay taken", || {
        status(&server, &access) == "204"
    });
}

#[test]
fn a_request_names_one_host() {
    let server = Server::new();
    let own = format!("Host: {}\r\n", server.host);
    let foreign = "Host: evil.example\r\n";
    for headers in [
        format!("{own}{own}"),
        format!("{own}{foreign}"),
        format!("{foreign}{own}"),
        String::new(),
    ] {
        let answer = server.get("/", &headers);
        assert!(answer.starts_with("HTTP/1.1 400"), "{headers}: {answer}");
    }
    let answer = server.get("http://evil.example/", &own);
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}

/// Sends all at once and reads meanwhile, as browsers do.
fn flood(server: &Server, request: &str, count: usize, kind: &str) -> usize {
    let page = server.page();
    let socket = page.socket.get_ref().try_clone().expect("another handle");
    let mut writer =
        tungstenite::WebSocket::from_raw_socket(socket, tungstenite::protocol::Role::Client, None);
    let request = request.to_owned();
    let sender = thread::spawn(move || {
        for _ in 0..count {
            writer
                .send(Message::text(request.clone()))
                .expect("the server listens");
        }
    });
    let mut reader = page;
    let mut answers = 0;
    while answers < count {
        if reader.next()["type"] == kind {
            answers += 1;
        }
    }
    sender.join().expect("everything is sent");
    answers
}

#[test]
fn a_page_that_reads_gets_an_answer_to_everything() {
    let server = Server::new();
    let game = r#"{"type":"newGame","start":{"variant":"chess"},"players":{"white":{"type":"person"},"black":{"type":"person"}},"clock":null}"#;
    let long = std::env::var_os("PEREGRINE_LONG_TESTS").is_some();
    let count = if long { 2000 } else { 400 };
    assert_eq!(flood(&server, game, count, "state"), count);
}

#[test]
fn a_page_that_reads_later_gets_everything() {
    let server = Server::new();
    let mut page = server.page();
    let start = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(30);
    let open = json!({"type": "openPgn", "pgn": format!("{start} *"), "number": null});
    let state = page.ask(&open, "state");
    assert_eq!(state["tree"].as_array().map(Vec::len), Some(121));
    page.send(&json!({"type": "evaluate"}));
    thread::sleep(Duration::from_secs(2));
    for left in (0..=120).rev() {
        assert_eq!(page.wait_for("evaluation")["left"], left);
    }
    assert_eq!(page.new_game("chess", None)["position"]["side"], "w");
}

/// As in `hostile`, for large messages.
#[cfg(target_os = "linux")]
#[test]
fn large_messages_that_nobody_reads_cost_little_memory() {
    let server = Server::new();
    let mut page = server.page();
    let comment = "long ".repeat(100_000);
    let pgn = format!("1. e4 {{{comment}}} e5 {{{comment}}} *");
    page.ask(
        &json!({"type": "openPgn", "pgn": pgn, "number": null}),
        "state",
    );
    let before = server.memory();
    for _ in 0..60 {
        let stream = page.socket.get_ref();
        stream
            .set_write_timeout(Some(Duration::from_secs(2)))
            .expect("a time limit");
        let request = Message::text(r#"{"type":"goTo","node":1}"#);
        if page.socket.send(request).is_err() {
            break;
        }
    }
    thread::sleep(Duration::from_secs(2));
    let grown = server.memory().saturating_sub(before);
    assert!(grown < 32 << 10, "{grown} KiB more");
    let _ = page.socket.get_ref().shutdown(std::net::Shutdown::Both);
    let mut calm = server.page();
    assert_eq!(calm.new_game("chess", None)["position"]["side"], "w");
}

/// Requests that wait count by their size.
#[cfg(target_os = "linux")]
#[test]
fn large_requests_that_wait_cost_little_memory() {
    let server = Server::new();
    let mut page = server.page();
    let before = server.memory();
    let request = json!({"type": "openPgn", "pgn": "{".repeat(4 << 20), "number": null});
    let request = request.to_string();
    for _ in 0..20 {
        let stream = page.socket.get_ref();
        stream
            .set_write_timeout(Some(Duration::from_secs(2)))
            .expect("a time limit");
        if page.socket.send(Message::text(request.clone())).is_err() {
            break;
        }
        let grown = server.memory().saturating_sub(before);
        assert!(grown < 96 << 10, "{grown} KiB more");
    }
}
