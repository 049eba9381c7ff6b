"""The only way in for bytes that did not come from this running program: bounded, allow-listed, one error. See README.md."""
