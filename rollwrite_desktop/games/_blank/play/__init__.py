"""Playing Blank: values, rules, the prompt and the picture."""
