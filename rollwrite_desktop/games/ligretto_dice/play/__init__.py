"""Playing Ligretto Dice: values, rules, the prompt and the picture."""
