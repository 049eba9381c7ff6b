"""Entering and checking a paper sheet. Those of a whole table are checked in a session (`paper/session`)."""
