"""Completions for bash, zsh and fish, generated from the parsers of the command line."""

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Parsers = Mapping[str, argparse.ArgumentParser]
GENERAL = {"--version": "the version", "--selftest": "play, print and check every game once", "--help": "this text"}
_FILES = ("FILE", "OUT", "ID|FILE")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command. takes: its argument: "" for none, "file", "word", or the values separated by spaces."""

    names: tuple[str, ...]
    about: str
    takes: str


def options(parser: argparse.ArgumentParser, choices: Mapping[str, Iterable[str]]) -> list[Option]:
    """The options of a parser. choices: the longest name of an option to its values."""
    found = []
    for action in parser._actions:
        if not action.option_strings:
            continue
        takes = ""
        if action.nargs != 0:
            known = choices.get(max(action.option_strings, key=len))
            takes = " ".join(known) if known else "file" if action.metavar in _FILES else "word"
        found.append(Option(tuple(action.option_strings), action.help or "", takes))
    return found


def wants(parser: argparse.ArgumentParser) -> str:
    """The type of a command's positional arguments: "game", "file" or ""."""
    plain = [action.metavar for action in parser._actions if not action.option_strings]
    return {"GAME": "game", "FILE": "file"}.get(str(plain[0]) if plain else "", "")


def bash(command: str, parsers: Parsers, games: Iterable[str], choices: Mapping[str, Iterable[str]]) -> str:
    """The text of a bash completion."""
    rows = []
    for name, parser in parsers.items():
        given = options(parser, choices)
        values = [f"            {'|'.join(o.names)}) values='{o.takes}' ;;" for o in given if o.takes not in ("", "file")]
        values = [row.replace("values='word'", "values=' '") for row in values]
        files = [each for o in given if o.takes == "file" for each in o.names]
        rows += [
            f"    {name})",
            f"        flags='{' '.join(each for o in given for each in o.names)}'",
            f"        plain={wants(parser) or 'none'}",
            '        case "$before" in',
            *values,
            *([f"            {'|'.join(files)}) plain=file; values=; cur_is_value=1 ;;"] if files else []),
            "        esac ;;",
        ]
    return "\n".join([
        f"# Completion of {command} for bash; written by packaging/completion.py.",
        f"_{command}() {{",
        '    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} name=${COMP_WORDS[1]}',
        "    local flags= plain=file values= cur_is_value=",
        "    COMPREPLY=()",
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
        f"        COMPREPLY=($(compgen -W '{' '.join([*parsers, *GENERAL])}' -- \"$cur\"))",
        '        case "$cur" in -*) ;; *) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")) ;; esac',
        "        return",
        "    fi",
        '    case "$name" in',
        *rows,
        "    esac",
        '    if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$cur")); return; fi',
        '    if [ -z "$cur_is_value" ]; then',
        '        case "$cur" in -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")); return ;; esac',
        "    fi",
        '    case "$plain" in',
        f"        game) COMPREPLY=($(compgen -W '{' '.join(games)}' -- \"$cur\")) ;;",
        '        file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;',
        "    esac",
        "}",
        f"complete -F _{command} {command}",
        "",
    ])


def zsh(command: str, parsers: Parsers, games: Iterable[str], choices: Mapping[str, Iterable[str]]) -> str:
    """The text of a zsh completion."""
    rows = []
    for name, parser in parsers.items():
        lines = []
        for option in options(parser, choices):
            action = {"": "", "file": ":file:_files", "word": ":value: "}.get(option.takes, f":value:({option.takes})")
            apart = " ".join(option.names)
            lines += [f"'({apart}){each}[{_zsh(option.about)}]{action}'" for each in option.names]
        plain = {"game": f"'*:game:({' '.join(games)})'", "file": "'*:file:_files'", "": ""}[wants(parser)]
        arguments = " \\\n            ".join(filter(None, [*lines, plain]))
        rows += [f"    {name})", f"        _arguments {arguments}", "        ;;"]
    commands = [f"        '{name}:{_zsh(parser.description or '')}'" for name, parser in parsers.items()]
    return "\n".join([
        f"#compdef {command}",
        "# Written by packaging/completion.py.",
        f"_{command}() {{",
        "    local -a commands flags",
        "    commands=(", *commands, "    )",
        "    flags=(", *[f"        '{name}:{_zsh(about)}'" for name, about in GENERAL.items()], "    )",
        "    if (( CURRENT == 2 )); then",
        "        _describe command commands; _describe option flags; _files",
        "        return",
        "    fi",
        "    local name=$words[2]",
        "    shift words; (( CURRENT-- ))",
        '    case "$name" in', *rows, "    esac",
        "}",
        f'_{command} "$@"',
        "",
    ])


def fish(command: str, parsers: Parsers, games: Iterable[str], choices: Mapping[str, Iterable[str]]) -> str:
    """The text of a fish completion."""
    lines = [f"# Completion of {command} for fish; written by packaging/completion.py."]
    for name, parser in parsers.items():
        lines.append(f"complete -c {command} -n __fish_use_subcommand -a {name} -d {_fish(parser.description or '')}")
    for name, about in GENERAL.items():
        lines.append(f"complete -c {command} -n __fish_use_subcommand -l {name[2:]} -d {_fish(about)}")
    for name, parser in parsers.items():
        here = f"complete -c {command} -n '__fish_seen_subcommand_from {name}'"
        if wants(parser) == "game":
            lines.append(f"{here} -f -a {_fish(' '.join(games))}")
        for option in options(parser, choices):
            names = " ".join(f"-l {each[2:]}" if each.startswith("--") else f"-s {each[1:]}" for each in option.names)
            takes = {"": "", "file": " -r -F", "word": " -x"}.get(option.takes, f" -x -a {_fish(option.takes)}")
            lines.append(f"{here} {names}{takes} -d {_fish(option.about)}")
    return "\n".join([*lines, ""])


def _zsh(text: str) -> str:
    return text.replace("\\", "").replace("'", "’").replace("[", "(").replace("]", ")").replace(":", r"\:")


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
