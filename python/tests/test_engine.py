"""The engine: limits, searches in the background, interruption, threads."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import peregrine_chess
import pytest
from peregrine_chess import Board, Engine, EngineError


@pytest.fixture(scope="module")
def engine():
    return Engine(hash=16)


def test_analysis(engine):
    board = Board()
    engine.clear()
    analysis = engine.analyse(board, depth=6, lines=3)
    assert analysis.depth == 6 and [info.line for info in analysis.lines] == [1, 2, 3]
    first = analysis.lines[0]
    assert first.pv[0] == analysis.best and first.score == analysis.score
    assert len({str(info.pv[0]) for info in analysis.lines}) == 3
    assert [info.score for info in analysis.lines] == sorted(
        (info.score for info in analysis.lines), reverse=True
    )
    assert first.san() == board.variation_san(first.pv)
    assert sum(first.wdl) == 1000 and first.nodes > 0 and first.selective_depth >= 6
    if len(first.pv) > 1:
        assert analysis.ponder == first.pv[1]
    engine.clear()
    assert engine.analyse(board, depth=6, lines=3).nodes == analysis.nodes


def test_limits(engine):
    board = Board("chess")
    engine.clear()
    assert engine.analyse(board, nodes=5_000).nodes <= 5_000
    begin = time.monotonic()
    timed = engine.analyse(board, time=0.3)
    assert 0.25 < timed.time < 2 and time.monotonic() - begin >= 0.25
    only = engine.analyse(board, depth=4, moves=["a3", board.parse_san("h4")])
    assert str(only.best) in ("a2a3", "h2h4")
    mate = engine.analyse(Board("chess", "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1"), mate=2)
    assert mate.score.mate == 2 and mate.score.cp is None and mate.score > only.score
    over = engine.analyse(Board("chess", moves="f3 e5 g4 Qh4".split()), depth=3)
    assert over.best is None and over.score.mate == 0 and over.ponder is None


@pytest.mark.parametrize(
    "options",
    [
        {}, {"depth": 0}, {"depth": -1}, {"depth": 10**6}, {"depth": 10**30}, {"nodes": 0},
        {"time": 0}, {"time": -1.0}, {"time": float("nan")}, {"time": float("inf")},
        {"mate": 0}, {"depth": 2, "lines": 0}, {"depth": 2, "moves": []},
        {"depth": 2, "moves": ["e2e5"]}, {"depth": "two"}, {"depth": 2, "moves": 7},
    ],
)
def test_bad_limits_are_named(engine, options):
    with pytest.raises((ValueError, TypeError, OverflowError)) as caught:
        engine.analyse(Board("chess"), **options)
    assert str(caught.value)


@pytest.mark.parametrize(
    "options", [{"hash": 0}, {"hash": 2**21}, {"threads": 0}, {"threads": 257}, {"level": 21}, {"level": -1}]
)
def test_bad_options_are_named(options):
    (name,) = options
    with pytest.raises(ValueError, match=f"{name} must be"):
        Engine(**options)


def test_levels_and_networks(tmp_path):
    weak = Engine(hash=1, level=0, seed=3).analyse(Board(), depth=9)
    assert weak.depth <= 1
    with pytest.raises(FileNotFoundError):
        Engine(network=tmp_path / "none")
    (tmp_path / "network").write_bytes(b"nothing")
    with pytest.raises(peregrine_chess.NetworkError, match="network"):
        Engine(network=tmp_path / "network")
    with pytest.raises(TypeError):
        Engine(network=tmp_path / "network", use_network=False)
    with pytest.raises(FileNotFoundError):
        Engine(tablebases=tmp_path / "none")
    (tmp_path / "falcon-KQvK.tablebase").write_bytes(b"nothing")
    with pytest.warns(RuntimeWarning, match="falcon-KQvK.tablebase"):
        Engine(hash=1, tablebases=tmp_path)


def test_evaluation(engine):
    board = Board()
    evaluation = engine.evaluate(board)
    assert evaluation.network is not None and "Material" in str(evaluation)
    men = {square for square, piece in board.piece_map().items() if piece.name != "King"}
    assert set(evaluation.contributions) == men
    plain = Engine(hash=1, use_network=False).evaluate(board)
    assert plain.network is None and not plain.contributions


def test_a_search_in_the_background(engine):
    with engine.start(Board(), lines=2) as search:
        assert engine.is_searching and not search.done
        infos = []
        for info in search:
            infos.append(info)
            if info.depth >= 3 and info.line == 2:
                break
        with pytest.raises(EngineError, match="the engine is searching"):
            engine.analyse(Board(), depth=1)
        with pytest.raises(EngineError, match="the engine is searching"):
            engine.clear()
        search.stop()
        result = search.result()
    assert search.done and result.depth >= 2 and result.best is not None
    assert not engine.is_searching and list(search.infos) is not None
    assert list(search) == []
    search.stop()
    assert search.result().nodes == result.nodes
    # The handle of an earlier search does not stop a later one.
    later = engine.start(Board(), depth=5)
    search.stop()
    assert later.result().depth == 5


def test_a_forgotten_search_ends():
    engine = Engine(hash=1)
    engine.start(Board())
    deadline = time.monotonic() + 20
    while engine.is_searching and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not engine.is_searching
    # So does one whose engine is gone, too.
    search = Engine(hash=1).start(Board())
    search.stop()
    assert search.result().best is not None


def test_other_threads_run_meanwhile():
    engine, counted, ended = Engine(hash=1), 0, threading.Event()

    def search():
        engine.analyse(Board(), time=1.0)
        ended.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not ended.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 20


def test_several_engines_at_a_time():
    results = {}

    def search(number):
        results[number] = Engine(hash=1).analyse(Board(), depth=5).nodes

    threads = [threading.Thread(target=search, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and len(set(results.values())) == 1


def test_another_thread_stops_a_search():
    engine = Engine(hash=1)
    search = engine.start(Board())
    threading.Timer(0.2, search.stop).start()
    assert search.result().best in Board().legal_moves


INTERRUPTED = """
import signal, sys, time
from peregrine_chess import Board, Engine
# Whoever started the tests may ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
begin = time.monotonic()
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot send Ctrl-C to one process")
@pytest.mark.parametrize(
    "work",
    [
        "Engine(hash=1).analyse(Board(), time=600)",
        "Engine(hash=1).start(Board()).result()",
        "[info for info in Engine(hash=1).start(Board())]",
        "Board().perft(12)",
        "Board().perft_divide(12, threads=2)",
    ],
)
def test_ctrl_c(work):
    program = INTERRUPTED.format(work=work)
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        begin = time.monotonic()
        output, _ = child.communicate(timeout=60)
    finally:
        child.kill()
    assert output == "interrupted\n" and child.returncode == 0
    assert time.monotonic() - begin < 30


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_cannot_use_the_engine():
    program = textwrap.dedent(
        """
        import os
        from peregrine_chess import Board, Engine, EngineError
        engine = Engine(hash=1)
        engine.analyse(Board(), depth=2)
        if os.fork() == 0:
            try:
                engine.analyse(Board(), depth=2)
            except EngineError as error:
                print(error, flush=True)
            del engine
            os._exit(Board().perft(2) != 576)
        print(os.waitstatus_to_exitcode(os.wait()[1]))
        """
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines() == [
        "the engine belongs to another process, of which this one is a fork: make a new one",
        "0",
    ], done.stderr


def test_sub_interpreters_are_refused():
    try:
        import _interpreters as interpreters
    except ImportError:
        interpreters = pytest.importorskip("_xxsubinterpreters")
    program = textwrap.dedent(
        """
        try:
            import peregrine_chess
        except ImportError:
            pass
        else:
            raise SystemError("it was imported")
        """
    )
    interpreter = interpreters.create()
    try:
        failure = interpreters.run_string(interpreter, program)
        assert failure is None
    finally:
        interpreters.destroy(interpreter)
