"""Runs the examples in the docstrings, and checks that the stub describes the module."""

import ast
import doctest
import inspect
from pathlib import Path

import peregrine_chess
import pytest


def documented():
    """Everything public that can have a docstring, by its full name."""
    yield "peregrine_chess", peregrine_chess
    for name in peregrine_chess.__all__:
        value = getattr(peregrine_chess, name)
        yield name, value
        if inspect.isclass(value):
            for member, inner in vars(value).items():
                yield f"{name}.{member}", inner


EXAMPLES = []
PARSER = doctest.DocTestParser()
for full_name, value in documented():
    text = inspect.getdoc(value) if not isinstance(value, (bool, str)) else None
    if text and ">>>" in text:
        EXAMPLES.append(PARSER.get_doctest(text, {}, full_name, None, 0))


def test_there_are_examples():
    assert len(EXAMPLES) >= 40


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples(example):
    messages = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example, out=messages.append)
    assert not runner.failures, "".join(messages)


def test_everything_has_a_docstring():
    for full_name, value in documented():
        name = full_name.rpartition(".")[2]
        if not name.startswith("_") and not isinstance(value, bool):
            assert getattr(value, "__doc__", None), full_name


STUB = ast.parse(Path(peregrine_chess.__file__).with_suffix(".pyi").read_text())


def parameters(arguments):
    """Names of positional-only, other and keyword-only parameters, without self."""
    positional = [[row.arg for row in rows] for rows in (arguments.posonlyargs, arguments.args)]
    for rows in positional:
        if rows and rows[0] in ("self", "cls"):
            del rows[0]
    return (*positional, [row.arg for row in arguments.kwonlyargs])


def signature_of(value):
    kinds = inspect.Parameter
    rows = list(inspect.signature(value).parameters.values())
    if rows and rows[0].name in ("self", "cls", "slf"):
        del rows[0]
    named = lambda kind: [row.name for row in rows if row.kind == kind]
    return (
        named(kinds.POSITIONAL_ONLY),
        named(kinds.POSITIONAL_OR_KEYWORD),
        named(kinds.KEYWORD_ONLY),
    )


def is_overload(node):
    return any(getattr(row, "id", None) == "overload" for row in node.decorator_list)


def test_the_stub_has_all_names():
    declared = {node.name for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    declared |= {node.target.id for node in STUB.body if isinstance(node, ast.AnnAssign)}
    declared = {name for name in declared if not name.startswith("_") or name == "__version__"}
    assert declared == set(peregrine_chess.__all__)


@pytest.mark.parametrize(
    "node", [node for node in STUB.body if isinstance(node, ast.ClassDef)], ids=lambda node: node.name
)
def test_the_stub_has_all_members(node):
    real = getattr(peregrine_chess, node.name)
    if issubclass(real, Exception):
        bases = [base.id for base in node.bases]
        assert bases == [base.__name__ for base in real.__bases__]
        return
    functions = [row for row in node.body if isinstance(row, ast.FunctionDef)]
    fields = [row.target.id for row in node.body if isinstance(row, ast.AnnAssign)]
    declared = {row.name for row in functions} | set(fields)
    public = {name for name in vars(real) if not name.startswith("_")}
    assert {name for name in declared if not name.startswith("_")} == public
    for row in functions:
        assert hasattr(real, row.name), row.name
        is_property = any(
            getattr(mark, "id", "") == "property" or getattr(mark, "attr", "") == "setter"
            for mark in row.decorator_list
        )
        if is_property:
            assert inspect.isgetsetdescriptor(vars(real)[row.name]), row.name
        elif row.name == "__new__":
            assert parameters(row.args) == signature_of(real), node.name
        elif not row.name.startswith("_") and not is_overload(row):
            assert parameters(row.args) == signature_of(vars(real)[row.name]), row.name


def test_the_stub_has_the_parameters_of_functions():
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            real = getattr(peregrine_chess, node.name)
            assert parameters(node.args) == signature_of(real), node.name
