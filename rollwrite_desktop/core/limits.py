"""How long a text in a file may be, by what it is: decoding refuses more, so that whatever shows it need not ask."""

from __future__ import annotations

from typing import Annotated

import msgspec

JOURNAL_BYTES, JOURNAL_LINES = 16_000_000, 50_000
"""How long a saved game may be: no longer one is written, and none is read."""
MAX_TEXT, MAX_LONG, MAX_LINE = 500, 5_000, 100_000
Text = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
"""A name, a key, a code, a move or roll in notation."""
LongText = Annotated[str, msgspec.Meta(max_length=MAX_LONG)]
"""A path, a sentence, what a sheet says of its origin."""
LineText = Annotated[str, msgspec.Meta(max_length=MAX_LINE)]
"""What fills a line of a journal by itself: all pencil notes of a player."""
