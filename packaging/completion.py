"""Completions for bash, zsh and fish, made by shtab from the parsers of the command line."""

import argparse
import functools

import product
import shtab

from rollwrite_desktop.cli.arguments import OneOf, parsers
from rollwrite_desktop.games import GAMES

SHELLS = ("bash", "zsh", "fish")
GENERAL = {"--version": "the version", "--selftest": "play, print and check every game once", "--help": "this text"}
FILES = ("FILE", "OUT", "OUT.pdf", "JOURNAL", "MAP.toml", "ID|FILE")
"""What arguments that are names of files are called in the help."""


def completion(shell: str) -> str:
    """The completion file of one of SHELLS."""
    # In place of a command there may be a file: bash and zsh then complete its name unasked, fish has to be told.
    more = f"\ncomplete -c {product.COMMAND} -n _shtab_{product.COMMAND}_using -F\n" if shell == "fish" else ""
    return shtab.complete(_whole(), shell) + more


@functools.cache
def _whole() -> argparse.ArgumentParser:
    """The parsers of all commands as one, with what can be completed in each argument. (The program itself makes only the
    parser of the command that was given, which takes less time.)"""
    whole = argparse.ArgumentParser(product.COMMAND, add_help=False)
    for name, about in GENERAL.items():
        whole.add_argument(name, action="store_true", help=about)
    commands = whole.add_subparsers()
    for name, own in parsers().items():
        parser = commands.add_parser(name, parents=[own], add_help=False, help=own.description)
        for action in parser._actions:
            if isinstance(action.type, OneOf):
                action.choices = action.type.known
            elif action.metavar in FILES:
                action.complete = shtab.FILE
            elif action.metavar == "GAME":
                action.choices = list(GAMES)
    return whole
