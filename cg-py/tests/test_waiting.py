"""Ctrl-C, other threads, limits on time, forks."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from cg_calculator import (
    Clobber,
    Domineering,
    Game,
    Interrupted,
    Octal,
    TimeLimitError,
    interrupt,
    run,
    settings,
    star,
)


def after(seconds, action):
    timer = threading.Timer(seconds, action)
    timer.start()
    return timer


def test_ctrl_c_stops_the_computation():
    timer = after(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        Octal(".007").period(10**9)
    timer.join()
    assert isinstance(caught.value, Interrupted)
    assert time.monotonic() - started < 30
    assert Game(1) + 1 == 2


def test_another_thread_stops_it():
    assert not interrupt()
    timer = after(0.5, interrupt)
    with pytest.raises(Interrupted):
        Octal(".007").period(10**9)
    timer.join()
    assert Clobber("xo").value() == star()


def test_a_limit_on_time():
    settings.time = 0.2
    with pytest.raises(TimeLimitError, match="time limit"):
        Domineering(9, 9).value()
    settings.time = None
    assert Domineering(2, 2).value() == Game("+-1")


def test_ctrl_c_while_another_thread_computes_does_not_stop_that():
    failed = []

    def work():
        try:
            Octal(".007").period(40_000_000, seconds=3)
        except BaseException as error:  # noqa: BLE001
            failed.append(error)

    worker = threading.Thread(target=work)
    worker.start()
    time.sleep(0.3)
    timer = after(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        Domineering(3, 3).value()
        time.sleep(5)
    timer.join()
    worker.join()
    assert not failed


def test_four_threads_agree():
    questions = [
        lambda: Clobber("xoxo|oxox").value(),
        lambda: Game("{3|1}") + Game("{2|-2}") + Game("^"),
        lambda: Octal(".77").value(50, 60, 71),
        lambda: Domineering(4, 4).value(),
        lambda: run("[1, *2, {1|-1}.2]".replace(".2", ""))[0].value,
        lambda: Game([Game("{1|0}")], [Game("v")]).temperature(),
    ]
    expected = [question() for question in questions]
    wrong = []

    def work(first):
        for turn in range(60):
            at = (first + turn) % len(questions)
            answer = questions[at]()
            if answer != expected[at]:
                wrong.append((at, answer))

    threads = [threading.Thread(target=work, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_python_goes_on_while_a_thread_computes():
    worker = threading.Thread(target=lambda: Octal(".007").period(10**8, seconds=1.0))
    worker.start()
    ticks = 0
    while worker.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert ticks > 50


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_a_forked_process_computes():
    assert Clobber("xo").value() == star()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        good = Domineering(3, 3).value() == Game("+-1") and Game(1) + 1 == 2
        os.write(write, b"y" if good else b"n")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 1) == b"y"


def test_a_script_ends_while_a_thread_computes():
    script = (
        "import threading, cg_calculator as cg\n"
        "threading.Thread(target=lambda: cg.Octal('.007').period(10**9), daemon=True).start()\n"
        "print(cg.__version__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=60, text=True
    )
    assert done.returncode == 0 and done.stdout.strip()
