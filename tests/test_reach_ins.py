"""Windows are asked, not searched: nobody uses the parts of another widget's parts (`self.head.undo.setEnabled`).

A widget offers methods, signals and values of its own. Found in the source without running it: types of attributes,
parameters and local names are inferred from annotations and from what is assigned (`self.head = TableHead()`), also through
lists and dicts that are annotated. What has no type that can be seen so (a part found by `findChild`, a lambda's
parameter) is not found.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from msgspec import Struct, field

from tests.sources import MODULES, tree_of

CONTAINERS = {"list", "tuple", "dict", "Sequence", "Mapping", "Iterable", "frozenset", "set"}


class Class(Struct, dict=True):
    """A class of the windows: its bases; by name what its attributes and properties are, what is in those that hold several,
    what its methods return."""

    name: str
    node: ast.ClassDef
    bases: list[str]
    parts: dict[str, str] = field(default_factory=dict)
    items: dict[str, str] = field(default_factory=dict)
    returns: dict[str, str] = field(default_factory=dict)


class Sources:
    """Every class and function of `rollwrite_desktop/ui`. A type is the name of a class."""

    def __init__(self, trees: dict[str, ast.Module]) -> None:
        self.trees = trees
        self.classes: dict[str, Class] = {}
        self.returns: dict[str, str] = {}
        self.qt: set[str] = {"QAction"}
        for tree in self.trees.values():
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    self.classes[node.name] = Class(node.name, node, [named(base) for base in node.bases])
                elif isinstance(node, ast.FunctionDef) and node.returns is not None:
                    self.returns[node.name] = named(node.returns)
                elif isinstance(node, ast.ImportFrom) and node.module == "PySide6.QtWidgets":
                    self.qt |= {alias.name for alias in node.names}
        for _ in range(3):  # attributes assigned from attributes
            for found in self.classes.values():
                self._learn(found)

    def _learn(self, found: Class) -> None:
        for node in found.node.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self._note(found, node.target.id, node.annotation)
        for function in functions(found.node):
            if function.returns is not None and named(*function.decorator_list) == "property":
                self._note(found, function.name, function.returns)
            elif function.returns is not None:
                found.returns[function.name] = named(function.returns)
            scope = Scope(self, found, function)
            for node in walked(function):
                if isinstance(node, ast.AnnAssign) and own(node.target):
                    self._note(found, own(node.target), node.annotation)
                elif isinstance(node, ast.Assign):
                    for target, value in pairs(node):
                        if own(target) and scope.type_of(value):
                            found.parts.setdefault(own(target), scope.type_of(value))

    def _note(self, found: Class, name: str, annotation: ast.expr) -> None:
        found.parts[name] = named(annotation)
        if item_of(annotation):
            found.items[name] = item_of(annotation)

    def lineage(self, name: str) -> Iterator[Class]:
        """A class and those of ours that it inherits from."""
        found = self.classes.get(name)
        if found is not None:
            yield found
            for base in found.bases:
                yield from self.lineage(base)

    def part(self, owner: str, name: str) -> str:
        """The type of an attribute, or ""."""
        return next((each.parts[name] for each in self.lineage(owner) if name in each.parts), "")

    def returned(self, owner: str, name: str) -> str:
        """The type that a method returns, or ""."""
        return next((each.returns[name] for each in self.lineage(owner) if name in each.returns), "")

    def items(self, owner: str, name: str) -> str:
        """The type of what is in an attribute that holds several, or ""."""
        return next((each.items[name] for each in self.lineage(owner) if name in each.items), "")

    def seen(self, name: str) -> bool:
        """Whether a type is something on the screen: a widget, a layout, an action."""
        return name in self.qt or any(base in self.qt for each in self.lineage(name) for base in each.bases)


class Scope:
    """What the names in a function are."""

    def __init__(self, sources: Sources, owner: Class | None, function: ast.FunctionDef) -> None:
        self.sources, self.owner = sources, owner
        self.names: dict[str, str] = {}
        for arg in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs):
            if arg.annotation is not None:
                self.names[arg.arg] = named(arg.annotation)
        for node in walked(function):
            if isinstance(node, ast.Assign):
                for target, value in pairs(node):
                    if isinstance(target, ast.Name) and self.type_of(value):
                        self.names[target.id] = self.type_of(value)
            elif isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name):
                self.names[node.target.id] = self.items_of(node.iter) or self.names.get(node.target.id, "")

    def type_of(self, node: ast.expr) -> str:
        """The class of an expression, "" where it cannot be seen."""
        match node:
            case ast.Name("self"):
                return self.owner.name if self.owner is not None else ""
            case ast.Name(name):
                return self.names.get(name, "")
            case ast.Attribute(value, name):
                return self.sources.part(self.type_of(value), name)
            case ast.Call(ast.Name(name)):
                known = name in self.sources.classes or name in self.sources.qt
                return name if known else self.sources.returns.get(name, "")
            case ast.Call(ast.Attribute(ast.Call(ast.Name("super")), name)):
                return self.sources.returned(self.owner.name, name) if self.owner is not None else ""
            case ast.Call(ast.Attribute(value, name)):
                return self.sources.returned(self.type_of(value), name)
            case ast.Subscript(value):
                return self.items_of(value)
            case ast.BoolOp(values=values):
                return next(filter(None, map(self.type_of, values)), "")
        return ""

    def items_of(self, node: ast.expr) -> str:
        """The class of what is in an expression that holds several."""
        match node:
            case ast.Attribute(value, name):
                return self.sources.items(self.type_of(value), name)
            case ast.Call(ast.Attribute(value, "values")):
                return self.items_of(value)
            case ast.Tuple(elts) | ast.List(elts):
                return next(filter(None, map(self.type_of, elts)), "")
        return ""


def named(*annotations: ast.expr) -> str:
    """The one class of an annotation, `None` left out."""
    for node in annotations:
        match node:
            case ast.Name(name):
                return name
            case ast.Constant(str() as name):
                return name
            case ast.BinOp(left, ast.BitOr(), right):
                return named(*(side for side in (left, right) if not isinstance(side, ast.Constant)))
    return ""


def item_of(annotation: ast.expr) -> str:
    """The class of what is in `list[X]`, `dict[str, X]` and the like."""
    match annotation:
        case ast.Subscript(ast.Name(name), ast.Tuple(elts)) if name in CONTAINERS:
            return named(elts[1] if name in ("dict", "Mapping") else elts[0])
        case ast.Subscript(ast.Name(name), inner) if name in CONTAINERS:
            return named(inner)
    return ""


def own(target: ast.expr) -> str:
    """The name of an attribute of `self` that is assigned to, or ""."""
    match target:
        case ast.Attribute(ast.Name("self"), name):
            return name
    return ""


def pairs(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned to what."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


@cache
def walked(function: ast.FunctionDef) -> tuple[ast.AST, ...]:
    """Everything in a function, which is asked for again and again."""
    return tuple(ast.walk(function))


def functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """The functions directly in a class or module."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef):
            yield each


def reach_ins(trees: dict[str, ast.Module]) -> list[str]:
    """Every use of a part of another widget's part, as `file:line: expression`."""
    sources = Sources(trees)
    found = []
    for path, tree in sources.trees.items():
        places = [(None, function) for function in functions(tree)]
        places += [(sources.classes[node.name], function) for node in tree.body if isinstance(node, ast.ClassDef)
                   for function in functions(node)]
        for owner, function in places:
            scope = Scope(sources, owner, function)
            for node in walked(function):
                match node:
                    case ast.Attribute(ast.Attribute(whole, part), _) if not is_self(whole):
                        holder = scope.type_of(whole)
                        if holder in sources.classes and sources.seen(sources.part(holder, part)):
                            found.append(f"{path}:{node.lineno}: {ast.unparse(node)}")
    return sorted(set(found))


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


EXAMPLE = """
class Chip(QToolButton):
    chosen = Signal()
    def __init__(self) -> None:
        self.timer = QTimer()
        self.text = ""

class Head(QWidget):
    undo_chosen = Signal()
    def __init__(self, chips: list[Chip]) -> None:
        self.chip = Chip()
        self.label: QLabel | None = None
        self.chips: list[Chip] = chips
        self.chip.chosen.connect(self.undo_chosen)

class Page(QWidget):
    def __init__(self) -> None:
        self.head = Head([])
        self.head.undo_chosen.connect(print)
        self.head.chip.chosen.connect(print)
        head = self.head
        head.label.setText("")
        print(self.head.chip)
        for chip in self.head.chips:
            print(chip.text)

def outside(page: Page) -> None:
    page.head.show()
    page.update()
"""


def test_the_search_finds_what_it_should_and_nothing_else() -> None:
    found = reach_ins({"a": ast.parse("from PySide6.QtWidgets import QLabel, QToolButton, QWidget\n" + EXAMPLE)})
    assert [line.partition(": ")[2] for line in found] == [
        "self.head.chip.chosen", "head.label.setText", "page.head.show",
    ]


def test_nobody_reaches_into_the_parts_of_another_widget() -> None:
    assert reach_ins({module: tree_of(module) for module in MODULES if module.startswith("ui/")}) == []


def test_a_name_is_one_class_of_the_windows() -> None:
    """The search knows classes by their names, and so do those who read."""
    names = [node.name for module in MODULES if module.startswith("ui/") for node in tree_of(module).body
             if isinstance(node, ast.ClassDef)]
    assert sorted(names) == sorted(set(names))
