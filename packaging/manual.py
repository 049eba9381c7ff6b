"""The manual page, generated from the parsers of the command line.

Written out here because argparse-manpage is published as a source archive only, and set-ups install wheels only.
"""

from datetime import UTC, datetime

import product

from rollwrite_desktop.cli.arguments import parsers


def page(moment: int) -> str:
    """The text of rollwrite(1) in roff. moment: its date, in seconds since the epoch."""
    name = product.COMMAND
    day = datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")
    lines = [
        f'.TH {name.upper()} 1 "{day}" "{product.TITLE} {product.VERSION}" "{product.TITLE}"',
        ".SH NAME", f"{name} \\- {_plain(product.SUMMARY[0].lower() + product.SUMMARY[1:])}",
        ".SH SYNOPSIS", f".B {name}", ".RI [ FILE " + '" ...]"', ".br",
        f".B {name}", ".I COMMAND", ".RI [ OPTION " + '" ...]"',
        ".SH DESCRIPTION",
        "Without a command the window opens, and in it FILE: a game, a filled sheet or form, or a sheet.",
        "The commands do the same work for scripts; they need no display.",
        ".SH COMMANDS",
    ]
    for command, parser in parsers().items():
        usage = parser.format_usage().partition(":")[2].split()
        lines += [f".SS {_plain(command)}", f"{_plain(parser.description or '')}.", ".PP", _plain(" ".join(usage))]
        for action in parser._actions:
            value = rf"\fI{_plain(str(action.metavar or ''))}\fR"
            names = ", ".join(rf"\fB{_plain(each)}\fR" for each in action.option_strings) or value
            value = f" {value}" if action.option_strings and action.nargs != 0 else ""
            lines += [".TP", names + value, _plain(action.help or "")]
    lines += [
        ".SH OPTIONS",
        ".TP", r"\fB\-\-version\fR", "The version.",
        ".TP", r"\fB\-\-selftest\fR", "Plays, prints and checks every game once and reports the results.",
        ".TP", r"\fB\-\-lang\fR \fILANG\fR", "The language of the texts, with any command.",
        ".SH EXIT STATUS",
        ".TP", "0", "Done, and nothing found.",
        ".TP", "1", "Done, and something found.",
        ".TP", "2", "Failed; one line on standard error says why.",
        ".SH ENVIRONMENT",
        ".TP", "ROLLWRITE_HOME", "The folder for games, sheets and settings, instead of the user's data folder.",
        ".SH FILES",
        ".TP", r"\fI*.rollwrite\fR", "A game as it was played, one line per move.",
        ".TP", r"\fI*.paper.json\fR", "A filled sheet that was typed in.",
        ".TP", r"\fI*.sheet.json\fR", "A sheet: regions, spaces and links.",
        ".TP", r"\fI*.rollwrite-session\fR", "A session for a class, a club or a family: players, rolls and sheets.",
        ".TP", r"\fI~/.local/share/rollwrite_desktop\fR", "Saved games, own sheets and settings.",
        "",
    ]
    return "\n".join(lines)


def _plain(text: str) -> str:
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
