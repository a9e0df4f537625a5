//! Makes sure that no engine outlives its match, however that ends.
//!
//! Each engine runs in a process group (Unix) or a job (Windows), so that its
//! child processes are killed with it. If the match itself is killed, it
//! can no longer do so; on Unix, a shell in a group of its own therefore keeps
//! a list of the groups, received over a pipe, and kills them when the pipe
//! closes. A process that leaves its group on purpose (`setsid`) escapes. On
//! Windows the match itself is in a job that ends with it, which is also
//! that of all processes it starts.

use std::io;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use process_wrap::std::{ChildWrapper, CommandWrap};

use watcher::Watcher;

/// The running engines of a match, and the means to kill them all.
///
/// ```no_run
/// use peregrine::arena::client::process_guard::ProcessGuard;
/// let guard = ProcessGuard::new()?;
/// // ... engines are started with it ...
/// guard.kill_all();
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ProcessGuard {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// `None` once all engines have been killed.
    watcher: Option<Watcher>,
    engines: Vec<Weak<Mutex<Group>>>,
}

/// An engine's process and its children.
#[derive(Debug)]
pub(super) struct Group {
    child: Box<dyn ChildWrapper>,
    status: Option<ExitStatus>,
}

impl ProcessGuard {
    /// A guard without engines.
    ///
    /// # Errors
    /// When the watching shell cannot be started.
    pub fn new() -> io::Result<Arc<ProcessGuard>> {
        Ok(Arc::new(ProcessGuard {
            state: Mutex::new(State {
                watcher: Some(Watcher::new()?),
                engines: Vec::new(),
            }),
        }))
    }

    /// Kills all engines and their children, and prevents new ones from
    /// starting. Threads that wait for an engine see that it ended.
    pub fn kill_all(&self) {
        let engines = {
            let mut state = lock(&self.state);
            state.watcher = None;
            std::mem::take(&mut state.engines)
        };
        for engine in engines.iter().filter_map(Weak::upgrade) {
            lock(&engine).kill();
        }
    }

    /// Whether [`ProcessGuard::kill_all`] was called.
    #[cfg(all(test, unix))]
    pub(super) fn is_closed(&self) -> bool {
        lock(&self.state).watcher.is_none()
    }

    /// Starts a program; `take` receives its three pipes.
    ///
    /// # Errors
    /// When it cannot be started, or all engines have been killed.
    pub(super) fn spawn<T>(
        &self,
        command: &mut CommandWrap,
        take: impl FnOnce(&mut dyn ChildWrapper) -> T,
    ) -> io::Result<(Arc<Mutex<Group>>, T)> {
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command
            .wrap(process_wrap::std::JobObject)
            .wrap(process_wrap::std::CreationFlags(watcher::WITHOUT_CTRL_C));
        let mut state = lock(&self.state);
        let State { watcher, engines } = &mut *state;
        let closed = || io::Error::other("the match is being ended");
        let watcher = watcher.as_mut().ok_or_else(closed)?;
        let mut child = command.spawn()?;
        let taken = take(child.as_mut());
        let mut group = Group {
            child,
            status: None,
        };
        if let Err(error) = watcher.add_group(group.child.as_ref()) {
            group.kill();
            return Err(error);
        }
        let group = Arc::new(Mutex::new(group));
        engines.retain(|engine| engine.strong_count() > 0);
        engines.push(Arc::downgrade(&group));
        Ok((group, taken))
    }

    /// Kills a group and removes it from the list.
    pub(super) fn kill_group(&self, group: &Mutex<Group>) {
        let mut group = lock(group);
        group.kill();
        if let Some(watcher) = &mut lock(&self.state).watcher {
            watcher.remove_group(group.child.as_ref());
        }
    }
}

impl Group {
    /// The process ID, on Unix also that of its group.
    #[cfg(all(test, unix))]
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The exit status of the program, once it has ended; its children are then
    /// killed.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() {
                // Immediately, since the ID of the group may be reused later.
                let _ = self.child.start_kill();
            }
        }
        self.status
    }

    /// Kills the program and its children, and waits for its end.
    pub(super) fn kill(&mut self) {
        if self.status.is_none() {
            let _ = self.child.start_kill();
            self.status = self.child.wait().ok();
        }
    }
}

/// Locks a mutex even if a thread panicked while holding it: what these mutexes
/// protect is always consistent.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
mod watcher {
    use std::io::{self, Write};
    use std::process::{Child, ChildStdin, Command, Stdio};

    use std::os::unix::process::CommandExt;

    use process_wrap::std::ChildWrapper;

    /// Keeps the list of groups, and kills those that remain when its input
    /// ends.
    const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM TSTP
groups=' '
while read -r sign group; do
    case $sign in
        +) groups="$groups$group " ;;
        -) groups="${groups%% "$group" *} ${groups#* "$group" }" ;;
    esac
done
for group in $groups; do
    kill -s KILL -- "-$group"
done
"#;

    /// The shell that outlives the match for a moment.
    #[derive(Debug)]
    pub(crate) struct Watcher {
        shell: Child,
        pipe: Option<ChildStdin>,
    }

    impl Watcher {
        pub(super) fn new() -> io::Result<Watcher> {
            let mut shell = Command::new("/bin/sh")
                .args(["-c", SCRIPT])
                .current_dir("/")
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .process_group(0)
                .spawn()?;
            let pipe = shell.stdin.take();
            Ok(Watcher { shell, pipe })
        }

        pub(super) fn add_group(&mut self, child: &dyn ChildWrapper) -> io::Result<()> {
            self.send('+', child.id())
        }

        pub(super) fn remove_group(&mut self, child: &dyn ChildWrapper) {
            // Without the shell there is nothing to update.
            let _ = self.send('-', child.id());
        }

        fn send(&mut self, sign: char, group: u32) -> io::Result<()> {
            match &mut self.pipe {
                Some(pipe) => pipe.write_all(format!("{sign} {group}\n").as_bytes()),
                None => Ok(()),
            }
        }
    }

    impl Drop for Watcher {
        fn drop(&mut self) {
            self.pipe = None;
            let _ = self.shell.wait();
        }
    }
}

#[cfg(windows)]
mod watcher {
    use std::io;
    use std::sync::Once;

    use process_wrap::std::ChildWrapper;
    use windows::Win32::System::JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
        SetInformationJobObject,
    };
    use windows::Win32::System::Threading::{
        CREATE_NEW_PROCESS_GROUP, GetCurrentProcess, PROCESS_CREATION_FLAGS,
    };

    /// Ctrl-C is for the match: engines that it ended first would seem to have crashed.
    pub(crate) const WITHOUT_CTRL_C: PROCESS_CREATION_FLAGS = CREATE_NEW_PROCESS_GROUP;

    /// The system is the watcher: it kills the processes of a job whose last handle has closed.
    #[derive(Debug)]
    pub(crate) struct Watcher;

    impl Watcher {
        pub(super) fn new() -> io::Result<Watcher> {
            static JOINED: Once = Once::new();
            JOINED.call_once(|| {
                // A system that refuses leaves engines that do not see the end of their input.
                let _ = join_job();
            });
            Ok(Watcher)
        }

        pub(super) fn add_group(&mut self, _: &dyn ChildWrapper) -> io::Result<()> {
            Ok(())
        }

        pub(super) fn remove_group(&mut self, _: &dyn ChildWrapper) {}
    }

    /// Puts this process, and all that it starts from now on, into a job whose handle closes
    /// when this process ends.
    fn join_job() -> windows::core::Result<()> {
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the pointer is to a value of the type that this class of information has, of
        // the given size; the handles are valid, and that of the job stays open.
        unsafe {
            let job = CreateJobObjectW(None, None)?;
            SetInformationJobObject(
                job,
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size_of_val(&limits) as u32,
            )?;
            AssignProcessToJobObject(job, GetCurrentProcess())
        }
    }
}
