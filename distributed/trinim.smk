# Triangular Nim in blocks, a job a block. See docs/distributed.md.
#
#   snakemake -s distributed/trinim.smk --profile distributed/profiles/local \
#       --config layers=7 orbits=1 db=seven
#
# Settings: layers; orbits or block_pieces (as in `cg trinim plan`); db, the folder that all
# machines share; misere (true or false); cg, the command.

import json
import subprocess

CG = config.get("cg", "cg")
DB = config.get("db", "trinim")
LAYERS = str(config["layers"])
MISERE = ["--misere"] if str(config.get("misere", False)).lower() == "true" else []
if "orbits" in config:
    CHOICE = ["--orbits", str(config["orbits"])]
elif "block_pieces" in config:
    CHOICE = ["--block-pieces", str(config["block_pieces"])]
else:
    raise WorkflowError("say which block-ID pieces: --config orbits=1, or block_pieces=1,2,21")

plan = subprocess.run(
    [CG, "trinim", "plan", "--layers", LAYERS, *CHOICE, "--jobs", "--json"],
    stdout=subprocess.PIPE, text=True,
)
answer = json.loads(plan.stdout.splitlines()[0]) if plan.stdout else {}
if plan.returncode != 0:
    raise WorkflowError(answer.get("error", {}).get("message", "cg trinim plan failed"))
JOBS = {f"{job['block']:06x}": job for job in answer["jobs"]}


def block_file(block):
    return f"{DB}/block-{block}.tn"


wildcard_constraints:
    block="[0-9a-f]+",


# What is small runs where snakemake runs.
localrules: all, folder, answer


rule all:
    input:
        f"{DB}/answer.json",


rule folder:
    output:
        f"{DB}/trinim.json",
    shell:
        "{CG} trinim init {LAYERS} {CHOICE} {MISERE} --db {DB}"


# A job that was killed leaves no file, and one that is done again writes the same bytes.
rule block:
    input:
        f"{DB}/trinim.json",
        lambda wildcards: [block_file(f"{n:06x}") for n in JOBS[wildcards.block]["needs"]],
    output:
        f"{DB}/block-{{block}}.tn",
    params:
        number=lambda wildcards: JOBS[wildcards.block]["block"],
    resources:
        mem_mb=lambda wildcards: 64 + JOBS[wildcards.block]["memory"] // 1_000_000,
    retries: 2
    shell:
        "{CG} trinim block {params.number} --db {DB} --keep"


# All blocks are there, so this only reads them: who wins, how many P-positions, first moves.
rule answer:
    input:
        expand(f"{DB}/block-{{block}}.tn", block=JOBS),
    output:
        f"{DB}/answer.json",
    shell:
        "{CG} trinim solve {LAYERS} {CHOICE} {MISERE} --db {DB} --json > {output}.part && mv {output}.part {output}"
