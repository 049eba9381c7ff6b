"""Reading letters that were typed one after another as the codes of spaces."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping


def codes_in(
    letters: str, codes: Mapping[str, str], neighbors: Mapping[str, Collection[str]], before: tuple[str, ...]
) -> tuple[tuple[str, ...], str] | None:
    """The spaces that letters name one after another, and what is left that only begins a code and is none itself. None
    where they can be read in no way. `codes`: code in capitals → space; `before`: the spaces that came before, none of which
    is named again.

    NEWA may be NE, WA or NEW, A…: of several readings the one with the fewest steps between spaces that are no neighbors,
    then the one that leaves the fewest letters, then the one that begins with the longest code."""
    last = before[-1:]
    found = (
        (sum(there not in neighbors.get(here, ()) for here, there in zip((*last, *spaces), spaces, strict=False)),
         len(rest), -len(spaces[0]) if spaces else 0, spaces, rest)
        for spaces, rest in _readings(letters, codes, frozenset(before))
    )
    best = min(found, default=None)
    return best[3:] if best is not None else None


def _readings(
    letters: str, codes: Mapping[str, str], taken: frozenset[str]
) -> Iterator[tuple[tuple[str, ...], str]]:
    whole = letters in codes and codes[letters] not in taken
    if not letters or (not whole and any(code.startswith(letters) and code != letters for code in codes)):
        yield (), letters
    for length in range(1, len(letters) + 1):
        space = codes.get(letters[:length])
        if space is not None and space not in taken:
            for spaces, rest in _readings(letters[length:], codes, taken | {space}):
                yield (space, *spaces), rest
