//! The events of a session in order: lines of input, reports of tasks, alarms.
//!
//! While a task is running, another thread reads the input. Otherwise only a line can come,
//! and the session reads it itself: passing it from thread to thread would take as long as a
//! hundred nodes, which counts in games at milliseconds a move.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Event;
use super::input::LineReader;

/// How long search output is buffered. In fast games this is as long as a whole
/// search, so that the GUI wakes up only once per search.
const GATHERING: Duration = Duration::from_millis(20);

type Input = LineReader<Box<dyn BufRead + Send>>;

/// Which thread may read the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputState {
    /// Either thread.
    Free,
    /// The reading thread, which has been asked for a line that has not come.
    Requested,
    /// Nobody: the input has ended.
    Ended,
}

/// The events of a session.
pub(super) struct EventQueue {
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// Locked by the reading thread while it waits for a line.
    input: Arc<Mutex<Input>>,
    /// Asks the reading thread for one line each.
    requests: Sender<()>,
    state: InputState,
    /// When buffered output has to be flushed.
    gathering_until: Option<Instant>,
}

impl EventQueue {
    /// The queue of a session with this input.
    ///
    /// # Errors
    /// When the system refuses the thread that reads.
    pub(super) fn new(input: impl BufRead + Send + 'static) -> io::Result<EventQueue> {
        let (sender, events) = mpsc::channel();
        let (requests, requested) = mpsc::channel();
        let input: Arc<Mutex<Input>> = Arc::new(Mutex::new(LineReader::new(Box::new(input))));
        let (lines, asked_by) = (Arc::clone(&input), sender.clone());
        // Never joined: it may still be blocked in a read when the session ends.
        std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || {
                for () in requested {
                    // The receiver is gone only when the session is over.
                    let _ = asked_by.send(read(&lines));
                }
            })?;
        Ok(EventQueue {
            events,
            sender,
            input,
            requests,
            state: InputState::Free,
            gathering_until: None,
        })
    }

    /// Where tasks send their events.
    pub(super) fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Lets output that is buffered now be flushed a little later.
    pub(crate) fn gather(&mut self) {
        self.gathering_until
            .get_or_insert_with(|| Instant::now() + GATHERING);
    }

    /// Flushes the output now.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(super) fn flush(&mut self, output: &mut dyn Write) -> io::Result<()> {
        self.gathering_until = None;
        output.flush()
    }

    /// Waits for the next event, or for an alarm at a time if one is given; `None` if no
    /// more can come. Flushes buffered output when it is due. A session is idle if no task
    /// is running.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(super) fn next(
        &mut self,
        is_idle: bool,
        alarm: Option<Instant>,
        output: &mut dyn Write,
    ) -> io::Result<Option<Event>> {
        let event = match (self.events.try_recv(), self.state) {
            (Ok(event), _) => Some(event),
            (Err(_), InputState::Free) if is_idle => {
                self.flush(output)?;
                Some(read(&self.input))
            }
            (Err(_), InputState::Ended) if is_idle => None,
            (Err(_), _) => {
                self.request();
                self.wait(alarm, output)?
            }
        };
        match event {
            Some(Event::Line(_)) => self.state = InputState::Free,
            Some(Event::EndOfInput) => self.state = InputState::Ended,
            _ => {}
        }
        Ok(event)
    }

    /// Lets the other thread read a line, unless it already does or there is none.
    fn request(&mut self) {
        if self.state == InputState::Free && self.requests.send(()).is_ok() {
            self.state = InputState::Requested;
        }
    }

    fn wait(
        &mut self,
        alarm: Option<Instant>,
        output: &mut dyn Write,
    ) -> io::Result<Option<Event>> {
        loop {
            let first = self.gathering_until.into_iter().chain(alarm).min();
            let Some(until) = first else {
                return Ok(self.events.recv().ok());
            };
            let left = until.saturating_duration_since(Instant::now());
            let event = match left.is_zero() {
                true => Err(RecvTimeoutError::Timeout),
                false => self.events.recv_timeout(left),
            };
            match event {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if self.gathering_until == Some(until) => {
                    self.flush(output)?;
                }
                Err(RecvTimeoutError::Timeout) => return Ok(Some(Event::Alarm)),
            }
        }
    }
}

/// Reads a line, or finds the end of the input.
fn read(input: &Mutex<Input>) -> Event {
    let mut input = input.lock().unwrap_or_else(PoisonError::into_inner);
    input.next().map_or(Event::EndOfInput, Event::Line)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::{BufWriter, Cursor};
    use std::thread;

    use super::*;
    use crate::protocol::TaskOutput;

    /// Passes on what it is given.
    struct Passing(Sender<String>);

    impl Write for Passing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Gives up its lines one by one, each when it is sent.
    struct Slow(mpsc::Receiver<&'static str>, Vec<u8>);

    impl io::Read for Slow {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            unreachable!("lines are read by `BufRead`")
        }
    }

    impl BufRead for Slow {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            if self.1.is_empty() {
                self.1 = self.0.recv().unwrap_or_default().into();
            }
            Ok(&self.1)
        }

        fn consume(&mut self, amount: usize) {
            self.1.drain(..amount);
        }
    }

    fn is_line(event: Option<Event>, text: &str) -> bool {
        matches!(event, Some(Event::Line(line)) if *line == *text)
    }

    #[test]
    fn what_is_gathered_is_written_when_it_is_time() {
        let (type_in, typed) = mpsc::channel();
        let (written, seen) = mpsc::channel();
        let mut queue = EventQueue::new(Slow(typed, Vec::new())).unwrap();
        let mut output = BufWriter::new(Passing(written));
        output.write_all(b"info depth 1\n").unwrap();
        queue.gathering_until = Some(Instant::now() + Duration::from_secs(100));
        type_in.send("first\n").unwrap();
        let event = queue.next(false, None, &mut output).unwrap();
        assert!(is_line(event, "first") && seen.try_recv().is_err());
        // The output is flushed in time even if no event comes before.
        queue.gathering_until = Some(Instant::now() + GATHERING);
        let thread = thread::spawn(move || {
            let text = seen.recv_timeout(Duration::from_secs(10)).unwrap();
            type_in.send("second\n").unwrap();
            (text, seen)
        });
        let event = queue.next(false, None, &mut output).unwrap();
        let (text, seen) = thread.join().unwrap();
        assert_eq!(text, "info depth 1\n");
        assert!(is_line(event, "second") && queue.gathering_until.is_none());
        // What is gathered is flushed before an idle session waits for a line.
        output.write_all(b"info depth 2\n").unwrap();
        queue.gather();
        let event = queue.next(true, None, &mut output).unwrap();
        assert!(matches!(event, Some(Event::EndOfInput)));
        assert_eq!(seen.try_recv().unwrap(), "info depth 2\n");
        assert!(queue.next(true, None, &mut output).unwrap().is_none());
    }

    #[test]
    fn no_line_is_lost_between_an_idle_session_and_a_busy_one() {
        let lines: Vec<String> = (0..200).map(|n| n.to_string()).collect();
        let mut queue = EventQueue::new(Cursor::new(lines.join("\n"))).unwrap();
        for (n, line) in lines.iter().enumerate() {
            let is_idle = n % 3 == 0;
            let event = queue.next(is_idle, None, &mut io::sink()).unwrap();
            assert!(is_line(event, line), "{line}");
        }
        let end = queue.next(false, None, &mut io::sink()).unwrap();
        assert!(matches!(end, Some(Event::EndOfInput)));
    }

    #[test]
    fn reports_come_before_the_next_line_and_alarms_while_none_comes() {
        let (type_in, typed) = mpsc::channel();
        let mut queue = EventQueue::new(Slow(typed, Vec::new())).unwrap();
        let alarm = Instant::now() + Duration::from_millis(5);
        let event = queue.next(false, Some(alarm), &mut io::sink()).unwrap();
        assert!(matches!(event, Some(Event::Alarm)));
        queue
            .sender()
            .send(Event::TaskOutput(1, TaskOutput::Ended))
            .unwrap();
        let event = queue.next(true, None, &mut io::sink()).unwrap();
        assert!(matches!(
            event,
            Some(Event::TaskOutput(1, TaskOutput::Ended))
        ));
        // The line that the other thread has been asked for is not read here.
        type_in.send("late\n").unwrap();
        let event = queue.next(true, None, &mut io::sink()).unwrap();
        assert!(is_line(event, "late"));
    }
}
