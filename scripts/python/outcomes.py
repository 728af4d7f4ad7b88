#!/usr/bin/env python3
"""Who wins by rules that users write, and nimbers: cg beside naive Python on the same rules.

Run by hand: `python3 scripts/python/outcomes.py [--cg PATH] [--rounds N]`. The programs take
turns, each in a process of its own. A row is the user seconds (the median), the ratio, and the
kilobytes of cg. The answers must agree. Nothing is declared in the rules: this is what a student
writes first.
"""

import argparse
import os
import statistics
import sys
import tempfile
from functools import lru_cache

sys.setrecursionlimit(1_000_000)
MINE, OTHER = "xo", "ox"


@lru_cache(None)
def domineering(board, width, player):
    step, last = (width, len(board) - width) if player == 0 else (1, len(board) - 1)
    for a in range(last):
        b = a + step
        if board[a] == board[b] == "." and (player == 0 or a % width < width - 1):
            after = board[:a] + "#" + board[a + 1 : b] + "#" + board[b + 1 :]
            if not domineering(after, width, 1 - player):
                return True
    return False


def beside(at, width, cells):
    if at >= width:
        yield at - width
    if at + width < cells:
        yield at + width
    if at % width:
        yield at - 1
    if at % width < width - 1:
        yield at + 1


@lru_cache(None)
def snort(board, width, player):
    for at, cell in enumerate(board):
        if cell != "." or any(board[b] == OTHER[player] for b in beside(at, width, len(board))):
            continue
        if not snort(board[:at] + MINE[player] + board[at + 1 :], width, 1 - player):
            return True
    return False


@lru_cache(None)
def snort_by_hand(board, width, player):
    other, cells = OTHER[player], len(board)
    for at in range(cells):
        if board[at] != ".":
            continue
        if at >= width and board[at - width] == other or at + width < cells and board[at + width] == other:
            continue
        if at % width and board[at - 1] == other or at % width < width - 1 and board[at + 1] == other:
            continue
        if not snort_by_hand(board[:at] + MINE[player] + board[at + 1 :], width, 1 - player):
            return True
    return False


@lru_cache(None)
def clobber(board, width, player):
    for a, cell in enumerate(board):
        if cell != MINE[player]:
            continue
        for b in beside(a, width, len(board)):
            if board[b] == OTHER[player]:
                after = list(board)
                after[a], after[b] = ".", MINE[player]
                if not clobber("".join(after), width, 1 - player):
                    return True
    return False


def least_missing(values):
    return next(n for n in range(len(values) + 1) if n not in values)


@lru_cache(None)
def grundy(n):
    return least_missing({grundy(k) ^ grundy(n - k) for k in range(1, (n + 1) // 2)})


@lru_cache(None)
def wythoff(a, b):
    values = {wythoff(a - k, b) for k in range(1, a + 1)}
    values |= {wythoff(a, b - k) for k in range(1, b + 1)}
    return least_missing(values | {wythoff(a - k, b - k) for k in range(1, min(a, b) + 1)})


@lru_cache(None)
def chomp(*rows):
    bites = [(k, c) for k, row in enumerate(rows) for c in range(row) if k + c > 0]
    return least_missing({chomp(*rows[:k], *(min(row, c) for row in rows[k:])) for k, c in bites})


# Impartial games, of which the nimber is asked.
NIMBERS = (grundy, wythoff, chomp)

RULES = {
    "Domineering": (
        domineering,
        """F(b) { default: {
  F(put(b, r, c, "#", r+1, c, "#")) : r = 0..rows(b)-2, c = 0..cols(b)-1, if b[r, c] == "." and b[r+1, c] == "."
| F(put(b, r, c, "#", r, c+1, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-2, if b[r, c] == "." and b[r, c+1] == "." } }
outcome(F(board("BOARD")))""",
    ),
    "Domineering, outcomes by hand": (
        domineering,
        """L(b) { default: any([not R(put(b, r, c, "#", r+1, c, "#")) : r = 0..rows(b)-2, c = 0..cols(b)-1,
  if b[r, c] == "." and b[r+1, c] == "."]) }
R(b) { default: any([not L(put(b, r, c, "#", r, c+1, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-2,
  if b[r, c] == "." and b[r, c+1] == "."]) }
b = board("BOARD"); [["second player win", "right player win"], ["left player win", "first player win"]][if L(b) then 1 else 0][if R(b) then 1 else 0]""",
    ),
    "Snort": (
        snort,
        """free(b, r, c, x) { default: b[r, c] == "." and
  not any([b[p[0], p[1]] == x : p in neighbours(b, r, c)]) }
F(b) { default: { F(put(b, r, c, "x")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if free(b, r, c, "o")
                | F(put(b, r, c, "o")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if free(b, r, c, "x") } }
outcome(F(board("BOARD")))""",
    ),
    "Snort, sides by hand": (
        snort_by_hand,
        """beside(b, r, c, x) { default: (r > 0 and b[r-1, c] == x) or (r < rows(b)-1 and b[r+1, c] == x)
  or (c > 0 and b[r, c-1] == x) or (c < cols(b)-1 and b[r, c+1] == x) }
F(b) { default: { F(put(b, r, c, "x")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if b[r, c] == "." and not beside(b, r, c, "o")
                | F(put(b, r, c, "o")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if b[r, c] == "." and not beside(b, r, c, "x") } }
outcome(F(board("BOARD")))""",
    ),
    "Clobber": (
        clobber,
        """F(b) { default: {
  F(put(b, r, c, ".", i, j, "x")) : (r, c) in cells(b, "x"), (i, j) in neighbours(b, r, c), if b[i, j] == "o"
| F(put(b, r, c, ".", i, j, "o")) : (r, c) in cells(b, "o"), (i, j) in neighbours(b, r, c), if b[i, j] == "x" } }
outcome(F(board("BOARD")))""",
    ),
    "Grundy's game": (
        grundy,
        """impartial F(n) { case 0, 1, 2: 0; default: { F(k) + F(n-k) : k = 1..n-1, if 2*k < n } }
F(BOARD)""",
    ),
    "Wythoff's game": (
        wythoff,
        """impartial F(a, b) { default: { F(a-k, b) : k = 1..a, F(a, b-k) : k = 1..b, F(a-k, b-k) : k = 1..min([a, b]) } }
F(BOARD)""",
    ),
    "Chomp": (
        chomp,
        """impartial F(r) { default: { F([if i < k then r[i] else min([r[i], c]) : i = 0..len(r)-1])
  : k = 0..len(r)-1, c = 0..r[k]-1, if k + c > 0 } }
F([BOARD])""",
    ),
}

ROWS = [
    ("Domineering", "|".join(["....."] * 5)),
    ("Domineering, outcomes by hand", "|".join(["....."] * 5)),
    ("Snort", "|".join(["...."] * 4)),
    ("Snort, sides by hand", "|".join(["...."] * 4)),
    ("Clobber", "xoxox|oxoxo|xoxox"),
    ("Clobber", "xoxo|oxox|xoxo|oxox"),
    ("Grundy's game", "6000"),
    ("Wythoff's game", "250, 251"),
    ("Chomp", "9, 9, 9, 9, 9, 9"),
]
OUTCOMES = {(0, 0): "second", (1, 1): "first", (1, 0): "left", (0, 1): "right"}


def naive(rules, board):
    asked = RULES[rules][0]
    if asked in NIMBERS:
        heaps = [int(heap) for heap in board.split(",")]
        # From small heaps up: Python's own stack is short.
        for n in range(heaps[0] if asked is grundy else 0):
            grundy(n)
        nimber = asked(*heaps)
        return print("*" if nimber == 1 else f"*{nimber}" if nimber else "0")
    rows = board.split("|")
    wins = [asked("".join(rows), len(rows[0]), player) for player in (0, 1)]
    print(f"{OUTCOMES[int(wins[0]), int(wins[1])]} player win")


def run(command):
    """The answer, the user seconds and the kilobytes of a process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writer, 1)
        os.execvp(command[0], command)
    os.close(writer)
    with os.fdopen(reader) as out:
        answer = out.read().strip().strip('"')
    _, status, used = os.wait4(child, 0)
    if status:
        sys.exit(f"{command} failed")
    return answer, used.ru_utime, used.ru_maxrss


def main():
    told = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    told.add_argument("--cg", default="target/release/cg", help="the command cg")
    told.add_argument("--rounds", type=int, default=5)
    told.add_argument("--naive", nargs=2, metavar=("RULES", "BOARD"), help=argparse.SUPPRESS)
    told = told.parse_args()
    if told.naive:
        return naive(*told.naive)
    print("| rules | board | cg s | Python s | ratio | cg KB |\n| --- | --- | --- | --- | --- | --- |")
    for rules, board in ROWS:
        with tempfile.NamedTemporaryFile("w", suffix=".g") as file:
            file.write(RULES[rules][1].replace("BOARD", board) + "\n")
            file.flush()
            ours, theirs, held = [], [], 0
            for _ in range(told.rounds):
                answer, seconds, memory = run([told.cg, "run", file.name])
                expected, naively, _ = run([sys.executable, __file__, "--naive", rules, board])
                assert answer == expected, (rules, board, answer, expected)
                ours.append(seconds)
                theirs.append(naively)
                held = max(held, memory)
        ours, theirs = statistics.median(ours), statistics.median(theirs)
        size = f"{board.count('|') + 1}x{board.find('|')}" if "|" in board else board
        print(f"| {rules} | {size} | {ours:.3f} | {theirs:.3f} | {theirs / max(ours, 1e-3):.1f} | {held} |")


if __name__ == "__main__":
    main()
