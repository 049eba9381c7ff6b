"""From a picture of filled sheets to what stands on them, each mark with its doubt. Knows no game, no window, no file.

A picture is laid flat by comparing it with the blank page that was printed (`registration`); what the blank page does not
explain is ink (`ink`); a small network reads the ink of one place at a time (`marks`). numpy alone.
"""
