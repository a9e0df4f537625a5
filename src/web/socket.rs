//! A WebSocket and its session.

use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use axum::Error;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{MissedTickBehavior, interval, sleep_until, timeout};

use crate::page::mebibytes;
use crate::page::messages::{MAX_MESSAGE, Message, Request};
use crate::page::session::{Event, Invitation, PageSession, Permit, Settings};

use super::connections::Patience;
use super::outbox::outbox;
use super::traffic::Traffic;

/// The longest message that is read at all, in bytes. One that is longer than [`MAX_MESSAGE`]
/// gets a sentence; one that is longer than this ends the connection.
pub(super) const MAX_FRAME: usize = 2 * MAX_MESSAGE;

/// The most bytes of requests that wait for the session. A longer request waits alone.
const MAX_WAITING: usize = 1 << 20;

/// What a request counts at least.
const MIN_REQUEST_SIZE: usize = MAX_WAITING / 32;

/// The pings that a page may leave unanswered.
const MAX_UNANSWERED: u32 = 3;

/// What a page sent, and what it counts while it waits for the session.
struct Received {
    content: Result<Request, String>,
    size: u32,
}

/// The connection to a page.
pub(super) struct Connection {
    socket: WebSocket,
    traffic: Traffic,
    patience: Patience,
    /// What had come in when a ping was sent last.
    received: u64,
    /// The pings since the page gave a sign of life.
    unanswered: u32,
}

impl Connection {
    pub(super) fn new(socket: WebSocket, traffic: Traffic, patience: Patience) -> Connection {
        Connection {
            socket,
            traffic,
            patience,
            received: 0,
            unanswered: 0,
        }
    }

    /// Sends a frame; `false` if the page takes nothing more of it.
    async fn send(&mut self, frame: Frame) -> bool {
        let mut sending = pin!(self.socket.send(frame));
        loop {
            let sent = self.traffic.sent();
            match timeout(self.patience.message, &mut sending).await {
                Ok(result) => return result.is_ok(),
                // A long message on a slow line.
                Err(_) if self.traffic.sent() != sent => {}
                Err(_) => return false,
            }
        }
    }

    /// Sends a ping; `false` if the page has left too many unanswered. It can only answer
    /// while it is listened to, and between its own messages.
    async fn ping(&mut self, is_listening: bool) -> bool {
        let received = self.traffic.received();
        if received != self.received {
            self.received = received;
            self.unanswered = 0;
        }
        if is_listening {
            if self.unanswered == MAX_UNANSWERED {
                return false;
            }
            self.unanswered += 1;
        }
        self.send(Frame::Ping(Vec::new().into())).await
    }

    /// Says why the connection ends, in a message and in the closing frame.
    async fn refuse(&mut self, code: u16, text: &str) {
        let message = Message::Error {
            text: text.to_owned(),
        };
        if let Ok(message) = serde_json::to_string(&message)
            && !self.send(Frame::Text(message.into())).await
        {
            return;
        }
        // A closing frame holds 123 bytes of text.
        let reason: String = text.chars().take(40).collect();
        let close = CloseFrame {
            code,
            reason: reason.into(),
        };
        self.send(Frame::Close(Some(close))).await;
    }
}

/// Serves a page until it goes away. A page with an invitation can only play that game.
pub(super) async fn serve_page(
    mut connection: Connection,
    settings: Settings,
    invitation: Option<Invitation>,
    page: OwnedSemaphorePermit,
) {
    let (outbox, mut unsent) = outbox(Handle::current());
    let (events, queue) = mpsc::channel();
    let sender = events.clone();
    let session = thread::Builder::new()
        .name("session".to_owned())
        .spawn(move || {
            // The place is free again when the session and its engine are gone.
            let _page = page;
            let session = match invitation {
                Some(invitation) => PageSession::for_guest(sender, outbox, settings, invitation),
                None => PageSession::new(sender, outbox, settings),
            };
            session.run(&queue);
        });
    if let Err(error) = session {
        let text = format!("The system has no thread for another page: {error}.");
        connection.refuse(close_code::AGAIN, &text).await;
        return;
    }
    let waiting = Arc::new(Semaphore::new(MAX_WAITING));
    let mut received: Option<Received> = None;
    let mut pace = Pace::new(connection.patience.rate);
    let mut pings = interval(connection.patience.ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let is_listening = received.is_none() && pace.is_ready();
        tokio::select! {
            message = unsent.next() => {
                let Some(message) = message else { break };
                // The room is free again when the page has it.
                let frame = Frame::Text(message.text.as_str().into());
                if !connection.send(frame).await {
                    break;
                }
            }
            room = room(&waiting, received.as_ref()), if received.is_some() => {
                if let Some(received) = received.take()
                    && !forward(received, room, &events)
                {
                    break;
                }
            }
            () = sleep_until(pace.ready.into()), if received.is_none() && !is_listening => {}
            frame = connection.socket.recv(), if is_listening => {
                connection.unanswered = 0;
                match frame {
                    Some(Ok(Frame::Close(_))) | None => break,
                    Some(Ok(frame)) => {
                        pace.count();
                        received = read(frame);
                    }
                    Some(Err(error)) => {
                        connection.refuse(close_code::SIZE, &ending(&error)).await;
                        break;
                    }
                }
            }
            _ = pings.tick() => {
                if !connection.ping(is_listening).await {
                    break;
                }
            }
        }
    }
    // The session may have ended before.
    let _ = events.send(Event::Closed);
}

fn ending(error: &Error) -> String {
    format!(
        "The connection ends, as what came cannot be read ({error}); a message may have {}.",
        mebibytes(MAX_MESSAGE)
    )
}

/// What a frame asks for; nothing if it is about the connection.
fn read(frame: Frame) -> Option<Received> {
    let (content, size) = match frame {
        Frame::Text(text) => (Request::parse(&text), text.len()),
        Frame::Binary(_) => (Err("Messages must be text.".to_owned()), 0),
        Frame::Close(_) | Frame::Ping(_) | Frame::Pong(_) => return None,
    };
    let size = size.clamp(MIN_REQUEST_SIZE, MAX_WAITING) as u32;
    Some(Received { content, size })
}

/// Waits until the session has room for what was received.
async fn room(
    waiting: &Arc<Semaphore>,
    received: Option<&Received>,
) -> Option<OwnedSemaphorePermit> {
    let size = received.map_or(0, |received| received.size);
    Arc::clone(waiting).acquire_many_owned(size).await.ok()
}

/// Hands a request to the session; `false` if that has ended.
fn forward(received: Received, room: Option<OwnedSemaphorePermit>, events: &Sender<Event>) -> bool {
    let room: Permit = room.map(|room| Box::new(room) as _);
    let event = match received.content {
        Ok(request) => Event::Request(request, room),
        Err(text) => Event::Malformed(text, room),
    };
    events.send(event).is_ok()
}

/// Slows a page down that sends too much.
struct Pace {
    /// The time that each message takes up.
    interval: Duration,
    /// When the next message may be taken.
    ready: Instant,
    /// When it might be taken if none came early.
    next: Instant,
}

impl Pace {
    fn new(rate: u32) -> Pace {
        let now = Instant::now();
        Pace {
            interval: Duration::from_secs(1) / rate.max(1),
            ready: now,
            next: now,
        }
    }

    fn is_ready(&self) -> bool {
        self.ready <= Instant::now()
    }

    /// Counts a message. A second's worth may come at once.
    fn count(&mut self) {
        let now = Instant::now();
        self.next = self.next.max(now) + self.interval;
        self.ready = self.next.checked_sub(Duration::from_secs(1)).unwrap_or(now);
    }
}
