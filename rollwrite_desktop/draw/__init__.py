"""Pictures as data, and the geometry and metrics that they are made with.

`display`: what a picture is; `inks`: its colors; `map_face`, `line_map_face`: blank maps, with `shore`, `cut_edge`,
`leader`, `compass` and `title_line`; `strokes`, `sheet_texts`, `rings`, `order_line`: what all games draw on sheets;
`imposition`: sizes of paper, and where sheets lie on it; `type_metrics`: how wide texts are; `spans`: intervals of a line.
"""
