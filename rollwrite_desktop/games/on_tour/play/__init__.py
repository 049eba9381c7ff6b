"""Playing On Tour: values, rules, the prompt and the picture."""
