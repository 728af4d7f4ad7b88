# A survey of misère quotients in shards, a job a shard. See docs/distributed.md.
#
#   snakemake -s distributed/misere.smk --profile distributed/profiles/local \
#       --config digits=2 limit=300 shards=8 out=quotients
#
# Settings: digits, or codes (".16 .56"); limit, the heaps of each game; elements, the most of a
# quotient; shards; out, a folder that all machines share; cg, the command.

CG = config.get("cg", "cg")
OUT = config.get("out", "quotients")
LIMIT = str(config.get("limit", 1500))
ELEMENTS = str(config.get("elements", 1000))
SHARDS = int(config.get("shards", 16))
if "codes" in config:
    GAMES = str(config["codes"]).split()
elif "digits" in config:
    GAMES = ["--digits", str(config["digits"])]
else:
    raise WorkflowError("say which games: --config digits=2, or codes='.16 .56'")


localrules: all, merged


rule all:
    input:
        f"{OUT}/table.txt",
        f"{OUT}/games.jsonl",


# A shard keeps each finished game at once, in a file that a killed job leaves behind: the next
# try goes on with it. Its result is another file, which snakemake may remove.
rule shard:
    output:
        f"{OUT}/shard-{{index}}.done",
    params:
        kept=lambda wildcards: f"{OUT}/kept-{wildcards.index}.survey",
    resources:
        mem_mb=4000,
    retries: 2
    shell:
        "{CG} octal survey --misere {GAMES} --shard {wildcards.index}/{SHARDS}"
        " --limit {LIMIT} --elements {ELEMENTS} --threads 1 --checkpoint {params.kept} > /dev/null"
        " && cp {params.kept} {output}"


rule merged:
    input:
        [f"{OUT}/shard-{index}.done" for index in range(1, SHARDS + 1)],
    output:
        table=f"{OUT}/table.txt",
        games=f"{OUT}/games.jsonl",
    shell:
        "{CG} octal survey --misere {GAMES} --merge {input} > {output.table}"
        " && {CG} octal survey --misere {GAMES} --merge {input} --json > {output.games}"
