# The verification of a certificate in segments, in shards, a job a shard. See docs/distributed.md.
#
#   snakemake -s distributed/verify.smk --profile distributed/profiles/local \
#       --config certificate=106.json shards=100 out=verified
#
# Settings: certificate; shards; out, a folder that all machines share; cg, the command.

CG = config.get("cg", "cg")
CERTIFICATE = config["certificate"]
OUT = config.get("out", "verified")
SHARDS = int(config.get("shards", 16))


localrules: all


# What is there when every segment holds.
rule all:
    input:
        [f"{OUT}/shard-{index}.json" for index in range(1, SHARDS + 1)],
    output:
        f"{OUT}/verified.txt",
    run:
        import json

        shards = [json.loads(open(shard).read()) for shard in input]
        first = shards[0]
        segments = sorted(number for shard in shards for number in shard["segments"])
        if segments != list(range(1, first["of_segments"] + 1)):
            raise WorkflowError("some segments were not verified")
        heaps = sum(shard["heaps"] for shard in shards)
        with open(output[0], "w") as file:
            print(f"{first['code']} has period {first['period']} from heap {first['preperiod']} on:"
                  f" verified by computing {heaps} heaps in {SHARDS} shards", file=file)


rule shard:
    input:
        CERTIFICATE,
    output:
        f"{OUT}/shard-{{index}}.json",
    resources:
        mem_mb=500,
    retries: 2
    shell:
        "{CG} octal verify {input} --shard {wildcards.index}/{SHARDS} --json > {output}"
