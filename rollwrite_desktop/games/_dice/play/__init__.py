"""Playing Two Dice: values, rules, the prompt and the picture."""
