#!/usr/bin/env python3
"""Rules on boards in naive Python, to compare with the same rules in the language G.

Run by hand: `python3 scripts/python/boards.py [ROW ...]`. Each row prints when its value was
born, the number of positions and the CPU time, and asserts the fingerprint of the value:
`cg-lang/examples/boards.rs` asks the same of G and asserts the same numbers. Positions are tuples of texts in a dictionary, and
values are canonical forms: options that are dominated go, reversible ones are bypassed,
numbers and nimbers are found by their options alone. Nothing here is clever, and nothing
is wasted: this is what a student writes in an afternoon.
"""

import sys
import time
from functools import lru_cache

sys.setrecursionlimit(1_000_000)

# Canonical forms: a game is the number of its node; a node is a pair of frozensets.

NODES = []
NUMBERS = {}
LE = {}


def node(left, right):
    key = (left, right)
    if key not in NUMBERS:
        NUMBERS[key] = len(NODES)
        NODES.append(key)
    return NUMBERS[key]


def le(g, h):
    if g == h:
        return True
    key = (g, h)
    if key not in LE:
        LE[key] = not any(le(h, gl) for gl in NODES[g][0]) and not any(
            le(hr, g) for hr in NODES[h][1]
        )
    return LE[key]


def le_form(g, left, right):
    """Whether g <= {left|right}."""
    for gl in NODES[g][0]:
        if ge_form(gl, left, right):
            return False
    return not any(le(hr, g) for hr in right)


def ge_form(g, left, right):
    """Whether g >= {left|right}."""
    for gr in NODES[g][1]:
        if le_form(gr, left, right):
            return False
    return not any(le(g, hl) for hl in left)


def bypassed(left, right):
    changed = True
    while changed:
        changed = False
        for gl in list(left):
            for glr in NODES[gl][1]:
                if le_form(glr, left, right):
                    left = (left - {gl}) | NODES[glr][0]
                    changed = True
                    break
            if changed:
                break
        if changed:
            continue
        for gr in list(right):
            for grl in NODES[gr][0]:
                if ge_form(grl, left, right):
                    right = (right - {gr}) | NODES[grl][1]
                    changed = True
                    break
            if changed:
                break
    return left, right


@lru_cache(maxsize=None)
def game(left, right):
    left, right = bypassed(left, right)
    left = frozenset(g for g in left if not any(h != g and le(g, h) for h in left))
    right = frozenset(g for g in right if not any(h != g and le(h, g) for h in right))
    return node(left, right)


ZERO = node(frozenset(), frozenset())


@lru_cache(maxsize=None)
def negative(g):
    left, right = NODES[g]
    return node(frozenset(map(negative, right)), frozenset(map(negative, left)))


def birthday(g):
    left, right = NODES[g]
    return max((birthday(h) + 1 for h in left | right), default=0)


# A number that depends on the canonical form alone, and on all of it.

PRIME = (1 << 61) - 1


@lru_cache(maxsize=None)
def fingerprint(g):
    total = 1
    for factor, options in zip((3, 5), NODES[g]):
        total += sum(factor * (pow(fingerprint(h) + factor, 2, PRIME)) for h in options)
    return total % PRIME


@lru_cache(maxsize=None)
def nimber(n):
    options = frozenset(map(nimber, range(n)))
    return node(options, options)


# Rules. A board is a tuple of texts.


def put(board, r, c, x):
    row = board[r]
    return board[:r] + (row[:c] + x + row[c + 1 :],) + board[r + 1 :]


DOMINEERING = {}


def domineering(board):
    if board in DOMINEERING:
        return DOMINEERING[board]
    rows, cols = len(board), len(board[0])
    left = set()
    for r in range(rows - 1):
        for c in range(cols):
            if board[r][c] == "." and board[r + 1][c] == ".":
                left.add(domineering(put(put(board, r, c, "#"), r + 1, c, "#")))
    right = set()
    for r in range(rows):
        for c in range(cols - 1):
            if board[r][c : c + 2] == "..":
                right.add(domineering(put(put(board, r, c, "#"), r, c + 1, "#")))
    value = game(frozenset(left), frozenset(right))
    DOMINEERING[board] = value
    return value


def neighbours(board, r, c):
    if r > 0:
        yield r - 1, c
    if r + 1 < len(board):
        yield r + 1, c
    if c > 0:
        yield r, c - 1
    if c + 1 < len(board[0]):
        yield r, c + 1


COL = {}


def col(board):
    if board in COL:
        return COL[board]
    sides = {"x": set(), "o": set()}
    for r in range(len(board)):
        for c in range(len(board[0])):
            if board[r][c] != ".":
                continue
            near = {board[i][j] for i, j in neighbours(board, r, c)}
            for x, side in sides.items():
                if x not in near:
                    side.add(col(put(board, r, c, x)))
    value = game(frozenset(sides["x"]), frozenset(sides["o"]))
    COL[board] = value
    return value


CLOBBER = {}


def clobber(board):
    if board in CLOBBER:
        return CLOBBER[board]
    sides = {"x": set(), "o": set()}
    for r in range(len(board)):
        for c in range(len(board[0])):
            x = board[r][c]
            if x == ".":
                continue
            other = "o" if x == "x" else "x"
            for i, j in neighbours(board, r, c):
                if board[i][j] == other:
                    sides[x].add(clobber(put(put(board, r, c, "."), i, j, x)))
    value = game(frozenset(sides["x"]), frozenset(sides["o"]))
    CLOBBER[board] = value
    return value


def kayles(most):
    values = [0]
    for n in range(1, most + 1):
        seen = set()
        for taken in (1, 2):
            for k in range(n - taken + 1):
                seen.add(values[k] ^ values[n - taken - k])
        value = 0
        while value in seen:
            value += 1
        values.append(value)
    return values


# The position, and the fingerprint of its value.
ROWS = {
    "domineering-4x5": (lambda: domineering(("....",) * 5), DOMINEERING, 0xB5),
    "domineering-5x5": (lambda: domineering((".....",) * 5), DOMINEERING, 0x1),
    "col-3x4": (lambda: col(("....",) * 3), COL, 0x1),
    "clobber-3x4": (lambda: clobber(("xoxo", "oxox", "xoxo")), CLOBBER, 0x1),
    "clobber-strip-14": (lambda: clobber(("xo" * 7,)), CLOBBER, 0x5F58A75B743E999),
    "clobber-strip-20": (lambda: clobber(("xo" * 10,)), CLOBBER, 0x153D7A46F4E57929),
    "kayles-2000": (lambda: kayles(2000), {}, 0x8636ADE1D0BA742),
}


def main():
    for name in sys.argv[1:] or ROWS:
        ask, memo, known = ROWS[name]
        memo.clear()
        started = time.process_time()
        value = ask()
        elapsed = time.process_time() - started
        if isinstance(value, list):
            found = 0
            for number in value:
                found = (found * 7 + fingerprint(nimber(number))) % PRIME
            print(f"{name}: {len(value)} values, {elapsed:.2f} s")
        else:
            found = fingerprint(value)
            print(f"{name}: born on day {birthday(value)}, {len(memo)} positions, {elapsed:.2f} s")
        assert found == known, f"another value than is known: {found:#x}"


main()
