"""A Jupyter kernel for the language G.

``python -m cg_kernel install`` tells Jupyter of it.
"""

from .kernel import GKernel

__all__ = ["GKernel"]
