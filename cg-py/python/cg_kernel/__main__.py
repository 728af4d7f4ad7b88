"""`python -m cg_kernel install` and `uninstall`; Jupyter itself starts it as `-f FILE`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

NAME = "cg"
SPECIFICATION = {
    "argv": [sys.executable, "-m", "cg_kernel", "-f", "{connection_file}"],
    "display_name": "G (combinatorial games)",
    "language": "g",
    "interrupt_mode": "signal",
    "metadata": {"debugger": False},
}


def install(prefix: str | None, user: bool) -> str:
    """Writes the specification of the kernel where Jupyter looks for it; gives the folder."""
    from jupyter_client.kernelspec import KernelSpecManager

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "kernel.json").write_text(json.dumps(SPECIFICATION, indent=2))
        return KernelSpecManager().install_kernel_spec(folder, NAME, user=user, prefix=prefix)


def main() -> None:
    if "-f" in sys.argv[1:]:
        from ipykernel.kernelapp import IPKernelApp

        from .kernel import GKernel

        IPKernelApp.launch_instance(kernel_class=GKernel)
        return
    parser = argparse.ArgumentParser(prog="python -m cg_kernel", description=__doc__)
    parser.add_argument("command", choices=["install", "uninstall"])
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--user", action="store_true", help="for this user alone")
    place.add_argument(
        "--sys-prefix", action="store_true", help="in the environment of this Python (the default)"
    )
    place.add_argument("--prefix", help="a folder such as that of a virtual environment")
    chosen = parser.parse_args()
    if chosen.command == "uninstall":
        from jupyter_client.kernelspec import KernelSpecManager

        print("removed", KernelSpecManager().remove_kernel_spec(NAME))
        return
    prefix = chosen.prefix
    if prefix is None and not chosen.user:
        prefix = sys.prefix
    print("installed in", install(prefix, chosen.user))


if __name__ == "__main__":
    main()
