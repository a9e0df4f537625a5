//! A server of its own, and a page without a browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use peregrine::web::{BoardServer, Patience, ServerOptions};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket};

use crate::running::{Running, Start};

/// How long an answer may take on a busy machine, and how long the server may leave unread what
/// a page sends.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running `peregrine board`.
pub struct Server {
    /// None for one in this process.
    process: Option<Running>,
    pub host: String,
    pub token: String,
}

impl Server {
    pub fn new() -> Server {
        Server::with(&[])
    }

    /// A server with these options.
    pub fn with(options: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_peregrine"))
            .args(["board", "--no-open"])
            .args(options)
            .stdout(Stdio::piped())
            .start();
        let output = process.stdout.take().expect("the output is a pipe");
        let mut line = String::new();
        let read = BufReader::new(output).read_line(&mut line);
        read.expect("the server prints its address");
        let address = line.split("http://").nth(1).expect("an address").trim();
        let mut server = Server::at(&format!("http://{address}"));
        server.process = Some(process);
        server
    }

    /// A server in this process with these limits.
    pub fn with_patience(patience: Patience) -> Server {
        let options = ServerOptions {
            patience,
            ..ServerOptions::default()
        };
        let server = BoardServer::new(options).expect("the server listens");
        let address = server.address();
        thread::spawn(move || server.serve(std::future::pending()));
        Server::at(&address)
    }

    /// A server in this process, by the address of its page.
    pub fn at(address: &str) -> Server {
        let address = address.strip_prefix("http://").expect("an address");
        let (host, token) = address.split_once("/?token=").expect("a token");
        Server {
            process: None,
            host: host.to_owned(),
            token: token.to_owned(),
        }
    }

    #[cfg(target_os = "linux")]
    pub fn id(&self) -> u32 {
        self.process.as_ref().expect("a process of its own").id()
    }

    /// The answer to a plain request with these headers.
    pub fn get(&self, path: &str, headers: &str) -> String {
        let mut stream = self.stream();
        let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        stream
            .write_all(request.as_bytes())
            .expect("it takes a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    /// A connection on which nothing is awaited for ever.
    pub fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the server listens");
        let limits = stream
            .set_read_timeout(Some(PATIENCE))
            .and(stream.set_write_timeout(Some(PATIENCE)));
        limits.expect("time limits can be set");
        stream
    }

    /// A page that has got its first state.
    pub fn page(&self) -> Page {
        let origin = format!("http://{}", self.host);
        let mut page = self
            .connect(&self.token, &origin)
            .expect("the page connects");
        page.catalog = page.wait_for("catalog");
        page.wait_for("state");
        page
    }

    pub fn connect(&self, token: &str, origin: &str) -> Result<Page, Box<Error>> {
        self.open(&format!("token={token}"), origin)
    }

    /// A page that joins the game of a link.
    pub fn join(&self, token: &str, key: &str) -> Result<Page, Box<Error>> {
        let origin = format!("http://{}", self.host);
        self.open(&format!("join={token}&key={key}"), &origin)
    }

    fn open(&self, query: &str, origin: &str) -> Result<Page, Box<Error>> {
        let address = format!("ws://{}/socket?{query}", self.host);
        let mut request = address.into_client_request().expect("an address");
        let origin = origin.parse().expect("an origin");
        request.headers_mut().insert("origin", origin);
        match tungstenite::client(request, self.stream()) {
            Ok((socket, _)) => Ok(Page {
                socket,
                catalog: Value::Null,
                kept: [Value::Null, Value::Null],
            }),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(Box::new(error)),
            Err(tungstenite::HandshakeError::Interrupted(_)) => panic!("the server hangs"),
        }
    }

    /// The processor time that the server has used, in clock ticks.
    #[cfg(target_os = "linux")]
    pub fn ticks(&self) -> u64 {
        let path = format!("/proc/{}/stat", self.id());
        let stat = std::fs::read_to_string(path).expect("the server runs");
        let fields: Vec<&str> = stat
            .rsplit(") ")
            .next()
            .unwrap_or_default()
            .split(' ')
            .collect();
        let field = |index: usize| fields[index].parse::<u64>().expect("a number");
        field(11) + field(12)
    }

    /// The memory of the server, in KiB.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.id());
        let status = std::fs::read_to_string(path).expect("the server runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let words = line.expect("a size").split_whitespace().next();
        words.and_then(|size| size.parse().ok()).expect("a number")
    }
}

/// What a page does.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
    /// What the server offers.
    pub catalog: Value,
    /// The tree and the saved moves of the last state that had them.
    kept: [Value; 2],
}

impl Page {
    pub fn send(&mut self, request: &Value) {
        let sent = self.socket.send(Message::text(request.to_string()));
        sent.expect("the server listens");
    }

    /// The next message. A state is completed by what it leaves out, and has its saved game as
    /// `saved`, as in the page.
    pub fn next(&mut self) -> Value {
        let mut message = self.next_as_sent();
        if message["type"] == "state" {
            for (kept, part) in self.kept.iter_mut().zip(["tree", "savedMoves"]) {
                match message[part].is_null() {
                    true => message[part] = kept.clone(),
                    false => *kept = message[part].clone(),
                }
            }
            let parts = ["savedMoves", "savedRest"].map(|part| message[part].as_str());
            message["saved"] = parts.map(|part| part.expect("a text")).concat().into();
        }
        message
    }

    /// The next message as the server has sent it.
    pub fn next_as_sent(&mut self) -> Value {
        let begin = Instant::now();
        // Pings come even if nothing else does.
        while begin.elapsed() < PATIENCE {
            match self.socket.read().expect("the server answers") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(_) => panic!("the server has closed the page"),
                _ => {}
            }
        }
        panic!("no message came");
    }

    /// The next message of a type; others are passed over.
    pub fn wait_for(&mut self, kind: &str) -> Value {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let message = self.next();
            if message["type"] == kind {
                return message;
            }
        }
        panic!("no {kind} came");
    }

    pub fn ask(&mut self, request: &Value, answer: &str) -> Value {
        self.send(request);
        self.wait_for(answer)
    }

    /// A game for two people, or against the engine at a level.
    pub fn new_game(&mut self, variant: &str, level: Option<usize>) -> Value {
        let black = match level {
            Some(level) => json!({"type": "engine", "level": level, "moveTime": 20}),
            None => json!({"type": "person"}),
        };
        let request = json!({
            "type": "newGame",
            "start": {"variant": variant},
            "players": {"white": {"type": "person"}, "black": black},
            "clock": null,
        });
        self.ask(&request, "state")
    }

    pub fn play(&mut self, mv: &str) -> Value {
        self.ask(&json!({"type": "play", "mv": mv}), "state")
    }
}
