//! What goes over a connection, counted: a long message on a slow line is a sign of life before
//! it is complete.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// The bytes of a connection so far; its copies share the counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Traffic(Arc<[AtomicU64; 2]>);

impl Traffic {
    /// The bytes that have come in.
    pub(super) fn received(&self) -> u64 {
        self.0[0].load(Ordering::Relaxed)
    }

    /// The bytes that the system has taken to send.
    pub(super) fn sent(&self) -> u64 {
        self.0[1].load(Ordering::Relaxed)
    }

    fn count(&self, direction: usize, bytes: usize) {
        self.0[direction].fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

/// A connection whose traffic is counted.
pub(super) struct Counted {
    stream: TcpStream,
    traffic: Traffic,
}

impl Counted {
    pub(super) fn new(stream: TcpStream, traffic: Traffic) -> Counted {
        Counted { stream, traffic }
    }

    fn sent(&self, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = result {
            self.traffic.count(1, bytes);
        }
        result
    }
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.traffic.count(0, buffer.filled().len() - before);
        result
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.sent(result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
