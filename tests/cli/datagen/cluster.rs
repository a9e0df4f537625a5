//! The commands of docs/guide/clusters.md, run by the batch systems that they are for.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use peregrine::arena::journal;
use tempfile::TempDir;

use super::{read, says};

/// The page's commands are tried with these changes.
const SMALLER: [(&str, &str); 4] = [
    ("1000000", "11 --nodes 20"),
    ("16", "3"),
    ("cpus-per-task=8", "cpus-per-task=1"),
    // The test has to wait for the last job.
    ("sbatch --dep", "sbatch --wait --dep"),
];

/// A match of a few moves.
const MATCH: &str = "\
variant = \"falcon-8x8\"
rounds = 5
adjudication = { length = 10 }
[each]
command = \"peregrine\"
protocol = \"uci\"
nodes = 20
hash = 1
[[engine]]
name = \"one\"
[[engine]]
name = \"other\"
";

/// The examples under a heading of the page, made smaller.
fn examples(heading: &str) -> Vec<String> {
    let page = include_str!("../../../docs/guide/clusters.md");
    let (_, section) = page.split_once(&format!("## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut blocks = vec![String::new()];
    for line in section.lines() {
        match line.strip_prefix("    ") {
            Some(code) => {
                let last = blocks.len() - 1;
                blocks[last] += &format!("{code}\n");
            }
            None => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    for block in &mut blocks {
        for (from, to) in SMALLER {
            *block = block.replace(from, to);
        }
    }
    blocks
}

/// A folder in which the examples of the page can be run.
fn place() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    symlink(root.join("scripts"), folder.path().join("scripts")).unwrap();
    fs::write(folder.path().join("match.toml"), MATCH).unwrap();
    folder
}

/// Runs a script in which `peregrine` is the program of this test.
fn run(folder: &Path, script: &str, environment: &[(&str, &Path)]) {
    let program = Path::new(env!("CARGO_BIN_EXE_peregrine"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let output = Command::new("timeout")
        .args(["100", "bash", "-euo", "pipefail", "-c", script])
        .current_dir(folder)
        .env("PATH", path)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{script}{said}");
}

/// What the examples made is what the program makes without shards.
fn compare(folder: &Path) {
    says(
        folder,
        &[
            "--games", "11", "--nodes", "20", "--seed", "7", "--out", ".",
        ],
    );
    let mut merged = read(&folder.join("games.prgdata"));
    assert_eq!(fs::read_dir(folder.join("games")).unwrap().count(), 3);
    merged.sort_by_key(|game| game.number);
    assert_eq!(merged, read(&folder.join("falcon-7.prgdata")));

    run(
        folder,
        "peregrine match --file match.toml --out undivided",
        &[],
    );
    let [whole, undivided] = ["whole", "undivided"].map(|out| {
        let results = journal::read(&folder.join(out).join("results.jsonl")).unwrap();
        let moves = results.games.into_iter().map(|game| {
            let moves = game.moves.into_iter().map(|mv| mv.text);
            (game.game, game.result, moves.collect::<Vec<_>>())
        });
        let mut moves: Vec<_> = moves.collect();
        moves.sort_by_key(|game| game.0);
        (results.header, moves)
    });
    assert_eq!(undivided.1.len(), 10);
    assert_eq!(whole, undivided);
}

#[test]
#[ignore = "needs GNU parallel"]
fn gnu_parallel_runs_the_examples() {
    let folder = place();
    let examples = examples("GNU parallel");
    assert_eq!(examples.len(), 2);
    for example in examples {
        run(folder.path(), &example, &[]);
    }
    compare(folder.path());
}

/// A cluster of this machine alone, as long as it lives.
struct Cluster {
    folder: TempDir,
    daemons: Vec<Child>,
}

impl Cluster {
    fn new() -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let user = Command::new("id").arg("-un").output().unwrap();
        let ports = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [controller, node] = ports.map(|port| port.local_addr().unwrap().port());
        let text = format!(
            "ClusterName=test\n\
             SlurmctldHost=localhost\n\
             SlurmctldPort={controller}\n\
             SlurmdPort={node}\n\
             SlurmUser={user}\n\
             SlurmdUser={user}\n\
             AuthType=auth/none\n\
             CredType=cred/none\n\
             MpiDefault=none\n\
             ProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\n\
             SelectType=select/cons_tres\n\
             SelectTypeParameters=CR_CPU\n\
             StateSaveLocation={folder}/state\n\
             SlurmdSpoolDir={folder}/spool\n\
             SlurmctldPidFile={folder}/slurmctld.pid\n\
             SlurmdPidFile={folder}/slurmd.pid\n\
             SlurmctldLogFile={folder}/slurmctld.log\n\
             SlurmdLogFile={folder}/slurmd.log\n\
             AccountingStorageType=accounting_storage/none\n\
             SchedulerParameters=batch_sched_delay=0,sched_interval=1\n\
             NodeName=localhost CPUs=2 State=UNKNOWN\n\
             PartitionName=all Nodes=localhost Default=YES\n",
            user = String::from_utf8(user.stdout).unwrap().trim(),
            folder = folder.path().display(),
        );
        fs::write(path("slurm.conf"), text).unwrap();
        fs::write(path("cgroup.conf"), "CgroupPlugin=cgroup/v1\n").unwrap();
        fs::create_dir(path("state")).unwrap();
        fs::create_dir(path("spool")).unwrap();
        let mut cluster = Cluster {
            folder,
            daemons: Vec::new(),
        };
        for words in [
            &["slurmctld", "-D"][..],
            &["slurmd", "-D", "-N", "localhost"],
        ] {
            let mut daemon = Command::new(words[0]);
            daemon
                .args(&words[1..])
                .env("SLURM_CONF", cluster.configuration());
            let quiet = daemon.stdin(Stdio::null()).stdout(Stdio::null());
            let daemon = quiet.stderr(Stdio::null()).spawn();
            cluster.daemons.push(daemon.expect("Slurm is installed"));
        }
        cluster.wait();
        cluster
    }

    fn configuration(&self) -> PathBuf {
        self.folder.path().join("slurm.conf")
    }

    /// Waits until it takes jobs.
    fn wait(&self) {
        let began = Instant::now();
        loop {
            let mut list = Command::new("timeout");
            list.args(["5", "sinfo", "--noheader", "--format=%T"]);
            let list = list.env("SLURM_CONF", self.configuration()).output();
            if list.unwrap().stdout == b"idle\n" {
                return;
            }
            let log = |name| fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
            assert!(
                began.elapsed() < Duration::from_secs(30),
                "the cluster does not start: {}{}",
                log("slurmctld.log"),
                log("slurmd.log")
            );
            thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for daemon in &mut self.daemons {
            let id = daemon.id().to_string();
            // They end their jobs' helpers, and may have ended already.
            let _ = Command::new("kill").args(["-s", "TERM", &id]).status();
            let _ = daemon.wait();
        }
    }
}

#[test]
#[ignore = "needs Slurm"]
fn slurm_runs_the_examples() {
    let cluster = Cluster::new();
    let configuration = cluster.configuration();
    let folder = place();
    let examples = examples("Slurm");
    assert_eq!(examples.len(), 2);
    for example in examples {
        run(folder.path(), &example, &[("SLURM_CONF", &configuration)]);
    }
    compare(folder.path());
}
