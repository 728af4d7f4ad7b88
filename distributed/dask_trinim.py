"""Triangular Nim in blocks on Dask, an example for graphs that are found while searching.

    pip install 'dask[distributed]'
    python distributed/dask_trinim.py 7 seven --orbits 1 [--scheduler tcp://HOST:8786]

Snakemake wants the whole graph of jobs before it starts. Dask takes jobs as they come: here
each block is submitted with the futures of the blocks that it reads, and a job may submit
others. Without --scheduler the workers are processes of this machine.
"""

import argparse
import json
import subprocess

from dask.distributed import Client


def cg(command, *arguments):
    """What `cg` answers, as an object. Its message is the error of the job."""
    run = subprocess.run(
        [command, "trinim", *arguments, "--json"], stdout=subprocess.PIPE, text=True
    )
    answer = json.loads(run.stdout.splitlines()[0]) if run.stdout else {}
    if run.returncode != 0:
        raise RuntimeError(answer.get("error", {}).get("message", f"cg ended with {run.returncode}"))
    return answer


def solve_block(command, folder, block, *needed):
    """One job. What it needs is done when it starts; its file says the rest."""
    return cg(command, "block", str(block), "--db", folder, "--keep")["block"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("layers")
    arguments.add_argument("folder", help="a folder that all workers share")
    arguments.add_argument("--orbits", default="1")
    arguments.add_argument("--scheduler", help="of a cluster; without it, this machine")
    arguments.add_argument("--cg", default="cg", help="the command")
    asked = arguments.parse_args()

    choice = [asked.layers, "--orbits", asked.orbits]
    cg(asked.cg, "init", *choice, "--db", asked.folder)
    jobs = cg(asked.cg, "plan", "--layers", *choice, "--jobs")["jobs"]
    with Client(asked.scheduler) as client:
        futures = {}
        # A job stands behind those that it needs.
        for job in jobs:
            needed = [futures[block] for block in job["needs"]]
            futures[job["block"]] = client.submit(
                solve_block, asked.cg, asked.folder, job["block"], *needed,
                pure=False, retries=2,
            )
        client.gather(list(futures.values()))
    board = cg(asked.cg, "solve", *choice, "--db", asked.folder)
    print(f"{board['layers']} layers: {board['p_positions']:,} P-positions")


if __name__ == "__main__":
    main()
