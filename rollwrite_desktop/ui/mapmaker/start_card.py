"""Where a map begins: a file of map data, an island from a seed, or the map that was not finished last time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.maps.values import MAX_ISLAND, MIN_ISLAND, USUAL_AREAS, MapData
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.labels import IconLabel, label
from rollwrite_desktop.ui.kit.layouts import STRETCH, card, grow, in_row
from rollwrite_desktop.ui.kit.stepper import Stepper

LONGEST_SEED = 24
_WIDEST = 640


class StartCard(QWidget):
    """`file_chosen`: a file is to be chosen; `island_chosen` carries the data of an island; `resumed`: the map of last
    time."""

    file_chosen = Signal()
    island_chosen = Signal(object)
    resumed = Signal()

    def __init__(self, unfinished: str = "") -> None:
        """`unfinished`: what the map of last time is called, "" where there is none."""
        super().__init__()
        column = QVBoxLayout()
        column.setSpacing(16)
        if unfinished:
            frame, inside = card("bar")
            inside.addWidget(label(tr("Not saved yet: {name}", name=unfinished), "heading"))
            self.resume = button(tr("&Go on with it"), "play", "primary", self.resumed.emit)
            inside.addWidget(self.resume)
            column.addWidget(frame)
        frame, inside = card()
        top = in_row(IconLabel("image", 32, "accent"), grow(label(tr("A map of your own"), "prompt")))
        inside.addLayout(top)
        inside.addWidget(label(tr(
            "Drop a file with map data here: GeoJSON, TopoJSON, KML, a zipped shapefile, or an SVG drawing whose "
            "areas have ids. Countries, states, counties: any map of areas side by side becomes a sheet.")))
        self.choose = button(tr("&Choose a file …"), "folder-open", "" if unfinished else "primary", self.file_chosen.emit)
        inside.addWidget(self.choose)
        inside.addWidget(label(tr("Public-domain maps of the world are at naturalearthdata.com."), "faint"))
        column.addWidget(frame)
        frame, inside = card()
        inside.addWidget(label(tr("An invented island"), "prompt"))
        inside.addWidget(label(tr("The same seed and number of areas give the same island on every machine."), "faint"))
        row = QHBoxLayout()
        self.seed = QLineEdit(new_code())
        self.seed.setMaxLength(LONGEST_SEED)
        self.seed.setAccessibleName(tr("Seed"))
        touchable(self.seed)
        row.addWidget(label(tr("Seed"), wrap=False))
        row.addWidget(self.seed, 1)
        row.addWidget(icon_button("dice", tr("Another seed"), lambda: self.seed.setText(new_code())))
        inside.addLayout(row)
        row = QHBoxLayout()
        self.areas = Stepper(MIN_ISLAND, MAX_ISLAND, USUAL_AREAS, tr("Number of areas"))
        row.addWidget(label(tr("Number of areas"), wrap=False))
        row.addWidget(self.areas)
        row.addStretch(1)
        inside.addLayout(row)
        self.invent = button(tr("&Invent an island"), "plus", "", self._invent)
        self.seed.returnPressed.connect(self._invent)
        inside.addWidget(self.invent)
        column.addWidget(frame)
        middle = QWidget()
        middle.setMaximumWidth(theme.px(_WIDEST))
        middle.setLayout(column)
        across = in_row(STRETCH, grow(middle, 100), STRETCH)
        whole = QVBoxLayout(self)
        whole.addStretch(1)
        whole.addLayout(across)
        whole.addStretch(2)

    def _invent(self) -> None:
        self.island_chosen.emit(MapData(seed=self.seed.text().strip() or new_code(), areas=self.areas.value))
