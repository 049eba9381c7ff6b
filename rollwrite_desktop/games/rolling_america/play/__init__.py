"""Playing Rolling America: values, rules, the prompt and the picture."""
