"""Playing HexRoller: values, rules, the prompt and the picture."""
