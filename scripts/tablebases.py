#!/usr/bin/env python3
"""Time, memory and size of tablebases, made one by one.

    cargo build --release
    python3 scripts/tablebases.py

makes all tables of three men of Falcon Chess and ten of four men, with two threads
each, in a folder that is removed afterward, and prints a table in Markdown. What a
table rests on is there before it is made, and not counted. The memory is the most
that was resident, mapped files included, beside what the program says it will take.
"""

import argparse
import os
import re
import sys
import tempfile
import time

from speed import default_engine

THREE = ["KQvK", "KRvK", "KBvK", "KNvK", "KFvK", "KPvK"]
FOUR = ["KFFvK", "KBNvK", "KQvKR", "KQvKF", "KRvKF", "KBvKF", "KNvKF", "KFvKF",
        "KRvKN", "KFvKP"]


def run(words):
    """Runs a command; its output, its seconds, and its peak of memory in MiB."""
    reader, writer = os.pipe()
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        os.dup2(writer, 1)
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.execvp(words[0], words)
    os.close(writer)
    with os.fdopen(reader) as output:
        text = output.read()
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"{' '.join(words)} ended with status {status}")
    return text, time.monotonic() - begin, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peregrine", default=default_engine())
    parser.add_argument("--threads", default="2")
    options = parser.parse_args()
    print("| table | seconds | memory said, MiB | memory taken, MiB | bytes |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        def build(name):
            return run([options.peregrine, "tablebase", "build", name, "--dir", folder,
                        "--threads", options.threads])

        for name in THREE + FOUR:
            path = os.path.join(folder, f"falcon-{name}.tablebase")
            # Once for what it rests on, once by itself.
            build(name)
            os.remove(path)
            text, seconds, memory = build(name)
            said = re.search(r"at most (\d+) MiB", text).group(1)
            size = os.path.getsize(path)
            print(f"| {name} | {seconds:.1f} | {said} | {memory:.0f} | {size:,} |", flush=True)


if __name__ == "__main__":
    main()
