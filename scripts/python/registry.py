#!/usr/bin/env python3
"""What the default subgroups cost where they do not help: cg with and without its plugins.

Run by hand: `python3 scripts/python/registry.py [--cg PATH] [--rounds N]`. The two take turns, each
question in a process of its own. A row is the user seconds (the medians), their ratio, and the
megabytes of each. The answers must agree.
"""

import argparse
import statistics

from outcomes import run

QUESTIONS = [
    "Domineering(5, 5)",
    "Domineering(5, 6)",
    'Amazons("x...|....|....|...o")',
    'Clobber("xoxox|oxoxo|xoxox")',
    "stops(sum([{5*k+1 | k || -2*k | -3*k-2} : k = 1..8]))",
]


def main():
    told = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    told.add_argument("--cg", default="target/release/cg", help="the command cg")
    told.add_argument("--rounds", type=int, default=3)
    told = told.parse_args()
    print("| question | default s | --no-plugins s | ratio | MB | MB |\n| --- | --- | --- | --- | --- | --- |")
    for question in QUESTIONS:
        both = [[], []]
        for _ in range(told.rounds):
            for runs, options in zip(both, ([], ["--no-plugins"])):
                runs.append(run([told.cg, *options, "eval", question]))
        assert len({answer for runs in both for answer, _, _ in runs}) == 1, question
        seconds = [statistics.median(used for _, used, _ in runs) for runs in both]
        held = [max(memory for _, _, memory in runs) // 1024 for runs in both]
        ratio = seconds[0] / max(seconds[1], 1e-3)
        print(f"| `{question}` | {seconds[0]:.2f} | {seconds[1]:.2f} | {ratio:.2f} | {held[0]} | {held[1]} |")


if __name__ == "__main__":
    main()
