"""The compiled core offers exactly what its type stub says."""

import ast
from pathlib import Path

import laconic
from laconic import _core


def test_stub_names_what_the_module_offers() -> None:
    stub = ast.parse((Path(laconic.__file__).parent / "_core.pyi").read_text("utf-8"))
    described = {
        node.target.id if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else node.name
        for node in stub.body
        if isinstance(node, ast.AnnAssign | ast.FunctionDef | ast.ClassDef)
    }
    offered = {name for name in dir(_core) if not name.startswith("_")}
    assert offered == described
