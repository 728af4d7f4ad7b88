"""Tries the workflows: seven layers in 16 jobs, with a job killed and the engine killed.

    python distributed/test.py CG          CG is the command, such as target/debug/cg

Needs snakemake and dask, of the Python that runs it.
"""

import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The jobs at which something is killed, each at its first try. The second reads what the first
# writes: jobs that do not wait for each other run in any order.
KILLS_ITSELF, KILLS_THE_ENGINE = "3", "19"


def run(*command, folder, wanted=0):
    """What a command writes; `wanted` is the exit status that it must have."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, start_new_session=True,
    )
    if wanted is not None and done.returncode != wanted:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done


def snakemake(name, folder, cg, settings, wanted=0):
    settings = [f"{key}={value}" for key, value in {"cg": cg, **settings}.items()]
    return run(
        sys.executable, "-m", "snakemake", "-s", HERE / name, "--profile", HERE / "profiles/local",
        "--nolock", "--config", *settings, folder=folder, wanted=wanted,
    )


def killer(folder, cg):
    """A command like `cg` that dies of two blocks, and takes the engine with it at the second."""
    path = folder / "killer"
    path.write_text(f"""#!/bin/sh
if [ "$2" = block ] && [ ! -e "{folder}/tried-$3" ]; then
    : > "{folder}/tried-$3"
    case "$3" in
    {KILLS_ITSELF}) kill -9 $$ ;;
    {KILLS_THE_ENGINE}) kill -9 $(cat "{folder}/engine") $$ ;;
    esac
fi
exec "{cg}" "$@"
""")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def files(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.tn")}


def trinim(folder, cg):
    run(cg, "trinim", "solve", "7", "--db", "whole", "--orbits", "1", folder=folder)
    settings = {"layers": 7, "orbits": 1, "db": "jobs"}
    # The engine says who it is before it becomes snakemake, so that a job can kill it.
    engine = subprocess.run(
        ["sh", "-c", 'echo $$ > engine; exec "$@"', "sh", sys.executable, "-m", "snakemake",
         "-s", str(HERE / "trinim.smk"), "--profile", str(HERE / "profiles/local"), "--nolock",
         "--config", f"cg={killer(folder, cg)}", *(f"{k}={v}" for k, v in settings.items())],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    assert engine.returncode == -9, f"the engine was to be killed:\n{engine.stdout}"
    assert (folder / f"tried-{KILLS_ITSELF}").exists(), "no job was killed"
    before = {path.name: path.stat().st_mtime_ns for path in (folder / "jobs").glob("*.tn")}
    assert 0 < len(before) < 16, before
    snakemake("trinim.smk", folder, cg, settings)
    after = {path.name: path.stat().st_mtime_ns for path in (folder / "jobs").glob("*.tn")}
    kept = [name for name in before if after[name] == before[name]]
    assert files(folder / "jobs") == files(folder / "whole"), "the files differ"
    answer = json.loads((folder / "jobs/answer.json").read_text().splitlines()[0])
    assert answer["p_positions"] == 19_765_963, answer["p_positions"]
    print(f"trinim.smk: 16 jobs, {len(before)} of them before the engine was killed, "
          f"{len(kept)} of these kept; the same bytes as one run")


def octal(folder, cg):
    settings = {"digits": 2, "limit": 500, "shards": 4, "out": "survey"}
    snakemake("octal.smk", folder, cg, settings)
    games = (folder / "survey/games.jsonl").read_text().splitlines()
    assert len(games) == 63, len(games)
    print("octal.smk: 63 games in 4 shards")


def misere(folder, cg):
    settings = {"codes": ".77 .75 .123 .07 .34", "limit": 200, "elements": 60, "shards": 2}
    snakemake("misere.smk", folder, cg, settings)
    lines = (folder / "quotients/games.jsonl").read_text().splitlines()
    games = {game["code"]: game for game in map(json.loads, lines)}
    assert len(games) == 5, games
    assert (games[".77"]["order"], games[".77"]["proved"]) == (40, True), games[".77"]
    assert not games[".07"]["proved"], games[".07"]
    print("misere.smk: 5 games in 2 shards")


def verify(folder, cg):
    chain = "--states states --segment 140000 --certificate chain.json --memory 240K".split()
    run(cg, "octal", ".16", "--checkpoint", "state", *chain, folder=folder)
    settings = {"certificate": "chain.json", "shards": 2, "out": "verified"}
    snakemake("verify.smk", folder, cg, settings)
    said = (folder / "verified/verified.txt").read_text()
    assert said.startswith(".16 has period 149459 from heap 105351 on"), said
    print("verify.smk: a certificate in 2 shards")


def dask(folder, cg):
    done = run(sys.executable, HERE / "dask_trinim.py", "7", "dask", "--cg", cg, folder=folder)
    assert "19,765,963" in done.stdout, done.stdout
    assert files(folder / "dask") == files(folder / "whole"), "the files differ"
    print("dask_trinim.py: the same bytes as one run")


def main():
    cg = pathlib.Path(sys.argv[1]).resolve()
    os.environ.setdefault("XDG_CACHE_HOME", tempfile.gettempdir())
    with tempfile.TemporaryDirectory() as folder:
        for test in (trinim, octal, misere, verify, dask):
            test(pathlib.Path(folder), cg)


if __name__ == "__main__":
    main()
