//! The messages to a page that has not read them yet.
//!
//! They are bounded by their size: when there is no more room, the session waits, and so do the
//! requests that it would handle next.

use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

use crate::page::messages::Message;
use crate::page::session::Output;

/// The most bytes that wait. A longer message waits alone.
const MAX_UNSENT: usize = 1 << 20;

/// The least that a message counts.
const MIN_MESSAGE_SIZE: usize = 1 << 10;

/// Where a session leaves its messages.
pub(super) struct Outbox {
    messages: UnboundedSender<Unsent>,
    room: Arc<Semaphore>,
    runtime: Handle,
}

/// A message, and its part of the room, which is free again when this is dropped.
pub(super) struct Unsent {
    pub text: String,
    _room: OwnedSemaphorePermit,
}

/// The other end of an [`Outbox`].
pub(super) struct UnsentMessages {
    messages: UnboundedReceiver<Unsent>,
    room: Arc<Semaphore>,
}

/// An outbox and its other end.
pub(super) fn outbox(runtime: Handle) -> (Outbox, UnsentMessages) {
    let (sender, receiver) = unbounded_channel();
    let room = Arc::new(Semaphore::new(MAX_UNSENT));
    let outbox = Outbox {
        messages: sender,
        room: Arc::clone(&room),
        runtime,
    };
    let unsent = UnsentMessages {
        messages: receiver,
        room,
    };
    (outbox, unsent)
}

impl Output for Outbox {
    fn send(&mut self, message: &Message) -> bool {
        let Ok(text) = serde_json::to_string(message) else {
            return true;
        };
        let size = text.len().clamp(MIN_MESSAGE_SIZE, MAX_UNSENT) as u32;
        let room = match Arc::clone(&self.room).try_acquire_many_owned(size) {
            Ok(room) => room,
            // Newer thoughts will replace these.
            Err(TryAcquireError::NoPermits) if matches!(message, Message::Thinking { .. }) => {
                return true;
            }
            Err(TryAcquireError::NoPermits) => {
                let room = Arc::clone(&self.room).acquire_many_owned(size);
                match self.runtime.block_on(room) {
                    Ok(room) => room,
                    Err(_) => return false,
                }
            }
            Err(TryAcquireError::Closed) => return false,
        };
        self.messages.send(Unsent { text, _room: room }).is_ok()
    }
}

impl UnsentMessages {
    /// The next message; none when the session has ended.
    pub(super) async fn next(&mut self) -> Option<Unsent> {
        self.messages.recv().await
    }
}

impl Drop for UnsentMessages {
    fn drop(&mut self) {
        // A session that waits for room must not wait any longer.
        self.room.close();
    }
}
