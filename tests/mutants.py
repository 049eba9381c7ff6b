"""Small changes of a source text, one at a time, each of which a test should notice; none is ever written to disk.

A change that makes no difference to anyone (an equivalent mutant) is listed in `harmless_mutants.toml` with the reason. It
is known by its file, function and line of text, so an entry outlasts other changes of the file; folders between those that
an entry names do not matter.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

HARMLESS = Path(__file__).with_name("harmless_mutants.toml")
COMPARISONS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
ARITHMETIC = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "//"), ast.FloorDiv: ("//", "*"), ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
    ast.BitXor: ("^", "|"),
}
ASSERTED = "That two lists are as long is asserted here; nothing relies on the error."
ROUND = "A round bound that is higher or lower by one is as good a bound."
FROZEN = "That values do not change and are made with names is held by the type checker, which runs with the tests."
ELSEWHERE = "Only Windows runs it, or it asks whether this is Windows; the bench needs another system."
PACED = "When a search rests, not what it answers; how long a step takes is measured by the benches of audits."
MEASURED = "What is measured is hardly ever just a bound that is no whole number; where it is, either answer is right."
DECLARED = "A default says of a sheet's boxes that there may be none of a group; how many there are is counted on the sheet."
REMEMBERED = "How many answers are remembered is a round bound; none is another answer."
QUOTED = "How much of a long text a message quotes is a round bound; that there is one is to be noticed."
"""What may go unnoticed by what it is, wherever it stands; the bench counts it apart."""
BOXES = "_Boxes"
"""The class in which a game names the groups of boxes of its sheets."""
PACE, PACES = re.compile(r"\b_AT_ONCE\b"), "_Pace."
WINDOWS = re.compile(r'sys\.platform (==|!=) "win32"')
BOUND = re.compile(
    r"MAX_|_BYTES$|_LINES$|_MOST$|_STEPS$|_EVERY$|_AT_ONCE$|_TRIES$|_CONFLICTS$|_PATHS$|_BEAM$|^TRIES$|^SEEN$"
)
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXTS = (ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.ListComp)
Functions = (ast.FunctionDef, ast.AsyncFunctionDef)


class Mutant(Struct, frozen=True, dict=True):
    """One change. start, end: the bytes that `new` replaces; lines: those of the statement (its head, if it has a body);
    function: the outermost function around it, by its qualified name, or the class; inside: whether the change is in the
    body of that function, so that it is not carried out when the module is imported; names: what the statement outside of
    functions defines; rule: why no test needs to notice it, by what it is."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    lines: range
    function: str
    inside: bool
    names: tuple[str, ...]
    text: str = ""
    number: int = 1
    rule: str = ""

    @property
    def change(self) -> str:
        return f"{self.old} → {self.new or 'nothing'}" + (f" (no. {self.number})" if self.number > 1 else "")

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


class _Finder:
    """Goes through a syntax tree and notes each change."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []
        self.function, self.inside = "", False
        self.names: tuple[str, ...] = ()
        self.lines = range(1, 2)
        self.rule = ""
        self.told = False
        """Whether this is said in a message."""
        self.measures: set[str] = set()
        """Names of bounds that are no whole numbers."""

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self.start(node) : self.end(node)].decode()

    def note(self, start: int, end: int, new: str) -> None:
        old = " ".join(self.source[start:end].decode().split())
        line = self.source.count(b"\n", 0, start) + 1
        self.found.append(
            Mutant(self.path, line, start, end, old, new, self.lines, self.function, self.inside, self.names, rule=self.rule)
        )

    def swap(self, node: ast.expr | ast.stmt, new: str) -> None:
        self.note(self.start(node), self.end(node), new)

    def between(self, start: int, end: int, old: str, new: str) -> None:
        """Exchanges the operator between two operands, where nothing but brackets and blanks stands beside it."""
        gap = self.source[start:end].decode()
        place = re.fullmatch(r"([\s)\\]*)(\S+(?:\s\w+)?)([\s(\\]*)", gap)
        if place and place[2] == old:
            before = start + len(place[1].encode())
            self.note(before, before + len(old), new)

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr):
            return
        if isinstance(node, ast.If) and re.search(r"TYPE_CHECKING|__name__", self.text(node.test)):
            return
        kept = self.function, self.inside, self.names, self.lines, self.rule
        kept_told, self.told = self.told, self.told or (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "tr_n"))
        if isinstance(node, ast.stmt):
            self.enter(node)
        if (isinstance(node, ast.If) and PACE.search(self.text(node.test))) or self.function.startswith(PACES):
            self.rule = PACED
        if isinstance(node, ast.If) and (asked := WINDOWS.fullmatch(self.text(node.test))):
            self.changes(node)
            self.changes(node.test)
            for body, windows in ((node.body, asked[1] == "=="), (node.orelse, asked[1] == "!=")):
                self.rule = ELSEWHERE if windows else kept[-1]
                for part in body:
                    self.visit(part)
            self.function, self.inside, self.names, self.lines, self.rule = kept
            return
        if isinstance(node, ast.keyword):
            kept_rule = self.rule if self.rule in (ELSEWHERE, PACED) else ""
            self.rule = {
                "strict": ASSERTED, "frozen": FROZEN, "kw_only": FROZEN, "maxsize": REMEMBERED,
            }.get(node.arg or "", kept_rule)
        elif isinstance(node, ast.Constant):
            self.rule = self.rule or (ROUND if not self.inside and self.bound(node.value) else "")
        self.changes(node)
        if isinstance(node, ast.Slice) and self.told:
            self.rule = QUOTED
        skipped: list[ast.AST | None] = []
        if isinstance(node, (*Functions, ast.ClassDef)):
            skipped += node.decorator_list
        if isinstance(node, Functions):
            skipped += [node.returns]
            for value in [*node.args.defaults, *node.args.kw_defaults]:
                if value is not None:
                    self.visit(value)
            skipped += [node.args]
            if not self.inside:
                self.function += ("." if self.function else "") + node.name
                self.inside = True
        elif isinstance(node, ast.ClassDef) and not self.inside:
            self.function += ("." if self.function else "") + node.name
        elif isinstance(node, ast.AnnAssign):
            skipped += [node.annotation]
            self.rule = DECLARED if self.function == BOXES else self.rule
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("cast", "TypeVar"):
            skipped += node.args
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and not self.inside:
            skipped += [node.slice]  # a name for a type
        for child in ast.iter_child_nodes(node):
            if child not in skipped:
                self.visit(child)
        self.function, self.inside, self.names, self.lines, self.rule = kept
        self.told = kept_told

    def bound(self, value: object) -> bool:
        """Whether a constant outside of functions is a round bound by its name: MAX_LINES, JOURNAL_BYTES = 50_000, ...."""
        bounds = any(BOUND.search(name) for name in self.names)
        return bounds and isinstance(value, int) and value >= 100 and len(str(value).rstrip("0")) <= 2

    def measure(self, node: ast.expr) -> bool:
        """Whether it is a bound that is no whole number."""
        if isinstance(node, ast.BinOp):
            return self.measure(node.left) or self.measure(node.right)
        if isinstance(node, ast.Name):
            return node.id in self.measures
        return isinstance(node, ast.Constant) and isinstance(node.value, float) and not node.value.is_integer()

    def enter(self, node: ast.stmt) -> None:
        body = getattr(node, "body", None)
        assert node.end_lineno is not None
        last = body[0].lineno - 1 if body else node.end_lineno
        self.lines = range(node.lineno, max(last, node.lineno) + 1)
        if not self.inside:
            targets = [*getattr(node, "targets", []), *[getattr(node, "target", None)]]
            inner = [part for target in targets if target is not None for part in ast.walk(target)]
            self.names = tuple(part.id for part in inner if isinstance(part, ast.Name))
            if isinstance(node, ast.Assign) and self.measure(node.value):
                self.measures |= {*self.names}
            if isinstance(node, Functions):
                self.lines = range(node.lineno, node.end_lineno + 1)

    def changes(self, node: ast.AST) -> None:
        """Notes what can be changed at one node."""
        match node:
            case ast.Compare(left, ops, comparators):
                for one, op, other in zip([left, *comparators], ops, comparators, strict=False):
                    kept = self.rule
                    if isinstance(op, ORDERS) and (self.measure(one) or self.measure(other)):
                        self.rule = MEASURED
                    self.between(self.end(one), self.start(other), *COMPARISONS[type(op)])
                    self.rule = kept
            case ast.BinOp(left, op, right) if type(op) in ARITHMETIC:
                texts = any(
                    isinstance(side, TEXTS) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
                    for side in (left, right)
                )
                if not texts and (self.inside or not isinstance(op, ast.BitOr)):
                    self.between(self.end(left), self.start(right), *ARITHMETIC[type(op)])
            case ast.BoolOp(op, values):
                word, other, neutral = ("and", "or", "True") if isinstance(op, ast.And) else ("or", "and", "False")
                for one, following in pairwise(values):
                    self.between(self.end(one), self.start(following), word, other)
                for value in values:
                    self.condition(value, neutral)
            case ast.UnaryOp(ast.Not() | ast.USub(), operand):
                self.note(self.start(node), self.end(node), self.text(operand))
            case ast.Constant(bool() as value):
                self.swap(node, str(not value))
            case ast.Constant(int() as value):
                self.swap(node, str(value + 1))
                if value:
                    self.swap(node, str(value - 1))
            case ast.Constant(float() as value):
                self.swap(node, str(2 * value or 1.0))
            case ast.Call(ast.Name(id=name) as called, args) if name in CALLS and args:
                self.swap(called, CALLS[name])
            case ast.Call(ast.Name(id="range"), [*_, last]) if not isinstance(last, ast.Constant | ast.Starred):
                self.swap(last, f"{self.text(last)} + 1")
            case ast.Slice(lower, upper):
                for bound in (lower, upper):
                    if bound is not None:
                        self.swap(bound, "")
            case ast.comprehension(ifs=conditions):
                for test in conditions:
                    self.condition(test, "True")
            case ast.If(test) | ast.IfExp(test):
                self.condition(test, "True")
                self.condition(test, "False")
            case ast.While(test):
                self.condition(test, "False")
        if isinstance(node, ast.stmt):
            self.statement(node)
        if isinstance(node, Functions) and node.returns is not None:
            self.answers(node, self.text(node.returns))

    def condition(self, test: ast.expr, new: str) -> None:
        if not any(isinstance(part, ast.NamedExpr) for part in ast.walk(test)) and not isinstance(test, ast.Constant):
            kept, asked = self.rule, WINDOWS.fullmatch(self.text(test))
            if asked and new == str(asked[1] == "!="):
                self.rule = ELSEWHERE
            self.swap(test, new)
            self.rule = kept

    def statement(self, node: ast.stmt) -> None:
        if not self.inside:
            return
        match node:
            case ast.Expr(ast.Call()) | ast.Raise() | ast.Delete():
                self.swap(node, "pass")
            case ast.AugAssign(target, op, value):
                self.swap(node, "pass")
                if type(op) in ARITHMETIC and not isinstance(value, TEXTS):
                    old, new = ARITHMETIC[type(op)]
                    self.between(self.end(target), self.start(value), f"{old}=", f"{new}=")
            case ast.Assign([ast.Subscript() | ast.Attribute()]):
                self.swap(node, "pass")
            case ast.Continue():
                self.swap(node, "break")
            case ast.Break():
                self.swap(node, "pass")

    def answers(self, function: ast.FunctionDef | ast.AsyncFunctionDef, kind: str) -> None:
        """Another answer at each `return` of a function."""
        kept = self.function, self.inside, self.lines
        if not self.inside:
            self.function += ("." if self.function else "") + function.name
            self.inside = True
        waiting: list[ast.AST] = [*function.body]
        while waiting:
            node = waiting.pop()
            if isinstance(node, (*Functions, ast.Lambda, ast.ClassDef)):
                continue
            waiting += ast.iter_child_nodes(node)
            if isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
                assert node.end_lineno is not None
                self.lines = range(node.lineno, node.end_lineno + 1)
                if kind == "bool":
                    self.swap(node.value, f"not ({self.text(node.value)})")
                elif kind in ("int", "float"):
                    self.swap(node.value, f"({self.text(node.value)}) + 1")
                elif kind.endswith("| None"):
                    self.swap(node.value, "None")
        self.function, self.inside, self.lines = kept


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Every change of a source text, from its beginning to its end. Changes that do not compile are left out."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    lines = source.decode().splitlines()
    seen: Counter[tuple[str, str, str, str]] = Counter()
    mutants = []
    for mutant in sorted(finder.found, key=lambda mutant: (mutant.start, mutant.end, mutant.new)):
        text = lines[mutant.line - 1].strip()
        key = mutant.function, text, mutant.old, mutant.new
        seen[key] += 1
        mutants.append(replace(mutant, text=text, number=seen[key]))
    return mutants


def harmless() -> dict[tuple[str, str, str, str], str]:
    """Why a change is harmless, by file, function, line of text and change."""
    with HARMLESS.open("rb") as file:
        entries = tomllib.load(file)["harmless"]
    return {(one["file"], one["function"], one["line"], one["change"]): one["why"] for one in entries}


def within(path: str, entry: str) -> bool:
    """Whether the parts of a path that an entry names follow each other in a path, perhaps with others between them."""
    parts: Iterator[str] = iter(path.split("/"))
    return Path(path).name == Path(entry).name and all(part in parts for part in entry.split("/"))


def reason(mutant: Mutant, known: dict[tuple[str, str, str, str], str]) -> str:
    """Why a change is harmless, as far as that is known; else empty."""
    for (path, *rest), why in known.items():
        if rest == [mutant.function, mutant.text, mutant.change] and within(mutant.path, path):
            return why
    return mutant.rule
