"""What can be done with the areas that are chosen: name and code of one, linking two, merging, coloring, leaving out."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QFormLayout, QGridLayout, QLineEdit, QPushButton, QWidget

from rollwrite_desktop.core.i18n import join_names, tr, tr_n
from rollwrite_desktop.draw.inks import resolve
from rollwrite_desktop.maps import edits
from rollwrite_desktop.maps.values import LONGEST_NAME, MAX_CODE, MIN_AREAS, Made
from rollwrite_desktop.sheet.sheet import Region
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH, touchable
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, in_column
from rollwrite_desktop.ui.mapmaker.map_project import MapProject
from rollwrite_desktop.ui.mapmaker.window_fields import Window, WindowFields

_SWATCH, _GAP = 18, 5


class AreaCard(QWidget):
    """Changes the areas chosen in a project. `done`: nothing is to be chosen any more; `merged` carries the
    area that others were merged into; `window_changed` carries another
    rectangle; `crop_chosen`: what lies outside it is to be cut off; `failed` carries a sentence."""

    done = Signal()
    merged = Signal(str)
    window_changed = Signal(object)
    crop_chosen = Signal()
    failed = Signal(str)

    def __init__(self, project: MapProject) -> None:
        super().__init__()
        self.project = project
        self.keys: tuple[str, ...] = ()
        self.heading = label("", "heading")
        self.name, self.code = QLineEdit(), QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.code.setMaxLength(MAX_CODE)
        self.name.setAccessibleName(tr("Name"))
        self.code.setAccessibleName(tr("Code"))
        for field in (self.name, self.code):
            touchable(field)
        self.one = QWidget()
        form = QFormLayout(self.one)
        form.setContentsMargins(0, 0, 0, 0)
        for text, field in ((tr("Name"), self.name), (tr("Code"), self.code)):
            beside = label(text, wrap=False)
            beside.setMinimumHeight(TOUCH)  # level with the field
            form.addRow(beside, field)
        self.merge = button(tr("Mer&ge"), "plus", "", self._merge)
        self.apart = button(tr("&Take apart"), "minus", "", self._take_apart)
        self.link = button(tr("Add a &link"), "circle", "", lambda: self._relink(add=True))
        self.cut = button(tr("Cut the &link"), "x", "", lambda: self._relink(add=False))
        self.let_go = button(tr("Put the &box back"), "history", "", self._let_go)
        self.drop = button(tr("Leave &out"), "trash", "", self._drop)
        self.back = button(tr("&Restore"), "undo", "", self._bring_back)
        self.only = button(tr("&Keep only these"), "check", "", self._only)
        self.crop = button(tr("C&ut off the rest of the map"), "maximize", "", self.crop_chosen.emit)
        self.crop.setToolTip(tr("What lies outside the rectangle is cut off, also from areas that reach out of it."))
        self.window_fields = WindowFields()
        self.window_fields.changed.connect(self.window_changed)
        self.colors_label = label(tr("Region"), "heading")
        self.colors = QGridLayout()
        self.colors.setSpacing(6)
        self._regions: tuple[Region, ...] = ()
        self._inks: list[QPushButton] = []
        self.put_down = button(tr("Choose &nothing"), "x", "quiet", self.done.emit)
        column = in_column(gap=8, on=self)
        for each in (self.heading, self.one, self.window_fields, self.crop, self.only, self.merge, self.apart, self.link,
                     self.cut, self.drop, self.back, self.colors_label):
            column.addWidget(each)
        column.addLayout(self.colors)
        column.addWidget(self.put_down)
        column.addWidget(self.let_go)  # last, so that nothing makes way for it once a box was moved
        self.name.editingFinished.connect(self._rename)
        self.code.editingFinished.connect(self._recode)

    # ------------------------------------------------------------------ showing

    def show_keys(self, keys: tuple[str, ...], left_out: frozenset[str], window: Window | None) -> None:
        """Shows the areas chosen, by what the data calls them; `left_out` are those that are not on the sheet. window: the
        rectangle, if there is one."""
        typing, self.keys = keys == self.keys, keys
        config, made = self.project.config, self.project.made
        codes = self._codes()
        gone = [key for key in keys if key in left_out]
        names = tuple(self.project.name_of(key) for key in keys)
        few = 1 <= len(keys) <= 3
        self.heading.setText(join_names(names) if few else tr_n("{n} area chosen", "{n} areas chosen", len(keys)))
        one = len(keys) == 1 and not gone
        self.one.setVisible(one)
        if one:
            code = codes[0] if codes else config.codes.get(keys[0], "")
            for field, text in ((self.name, names[0]), (self.code, code)):
                if field.text() != text and not (typing and field.hasFocus() and field.isModified()):
                    with QSignalBlocker(field):
                        field.setText(text)
        joined = made is not None and len(codes) == 2 and tuple(sorted(codes)) in made.sheet.links
        self.merge.setVisible(len(keys) > 1 and not gone)
        self.apart.setVisible(one and edits.is_merged(config, made, keys[0]))
        other = self.cut if self.link.hasFocus() else self.link if self.cut.hasFocus() else None
        self.link.setVisible(len(keys) == 2 and len(codes) == 2 and not joined)
        self.cut.setVisible(joined)
        if other is not None and not other.isHidden():
            other.setFocus()  # else the key that cut a link would leave an area out the next time
        self.let_go.setVisible(any(edits.is_moved(config, code) for code in codes))
        self.only.setVisible(len(keys) >= MIN_AREAS)
        self.window_fields.setVisible(window is not None)
        if window is not None and self.project.survey is not None:
            self.window_fields.show_window(window, self.project.survey)
        self.crop.setVisible(window is not None)
        self.crop.setEnabled(bool(keys))
        self.drop.setVisible(len(gone) < len(keys))
        self.back.setVisible(bool(gone))
        self._show_colors(made, codes)

    def edit_name(self) -> None:
        """Goes to the name of the area, which the next letters replace."""
        self.name.setFocus()
        self.name.selectAll()

    def edit_window(self) -> None:
        """Goes to the numbers of the rectangle."""
        self.window_fields.sides[0].setFocus()

    def _show_colors(self, made: Made | None, codes: list[str]) -> None:
        regions = made.sheet.regions if made is not None and codes else ()
        self.colors_label.setVisible(bool(regions))
        if regions != self._regions:  # else they stay, with the focus that one of them may have
            self._regions, self._inks = regions, [QPushButton(tr(region.name)) for region in regions]
            emptied(self.colors)
            for n, (region, each) in enumerate(zip(regions, self._inks, strict=True)):
                touchable(each)
                theme.role(each, "segment")
                each.setCheckable(True)
                each.clicked.connect(lambda _=False, ink=region.id: self._recolor(ink))
                self.colors.addWidget(each, n // 2, n % 2)
        for region, each in zip(regions, self._inks, strict=True):
            each.setIcon(_swatch(region.id))
            each.setChecked(all(made is not None and made.sheet.space[code].region == region.id for code in codes))

    def _codes(self) -> list[str]:
        """Returns the codes of the areas chosen that are on the sheet."""
        return edits.codes_of(self.project.made, self.keys)

    # ------------------------------------------------------------------ changing

    def _rename(self) -> None:
        self.name.setModified(False)
        if self.keys:
            key, name, made = self.keys[0], self.name.text().strip(), self.project.made
            if name != self.project.name_of(key):
                self.project.edit(lambda config: edits.rename(config, made, key, name))

    def _recode(self) -> None:
        self.code.setModified(False)
        codes, code = self._codes(), self.code.text().strip().upper()
        made = self.project.made
        if len(codes) != 1 or made is None or code == codes[0]:
            return
        taken = code in made.keys
        if taken or not (code.isascii() and code.isalnum()) or code == "END":
            self.code.setText(codes[0])
            self.failed.emit(tr("The code {code} is taken.", code=code) if taken
                             else tr("A code has 1 to 4 letters or digits."))
            return
        self.project.edit(lambda config: edits.step(config, "code", codes[0], code))

    def _merge(self) -> None:
        keys, made = self.keys, self.project.made
        self.project.edit(lambda config: edits.merge(config, made, keys))
        self.merged.emit(keys[0])

    def _take_apart(self) -> None:
        key, made = self.keys[0], self.project.made
        self.project.edit(lambda config: edits.take_apart(config, made, key))
        self.done.emit()

    def _relink(self, *, add: bool) -> None:
        codes = self._codes()
        if len(codes) == 2:
            self.project.edit(lambda config: edits.relink(config, codes[0], codes[1], add=add))

    def _let_go(self) -> None:
        codes, made = self._codes(), self.project.made
        self.project.edit(lambda config: edits.put_back(config, made, codes))

    def _drop(self) -> None:
        keys, made = self.keys, self.project.made
        self.project.edit(lambda config: edits.leave_out(config, made, keys))
        self.done.emit()

    def _bring_back(self) -> None:
        keys, made = self.keys, self.project.made
        self.project.edit(lambda config: edits.bring_back(config, made, keys))
        self.done.emit()

    def _only(self) -> None:
        keys = self.keys
        self.project.edit_all(lambda config: edits.only_these(config, keys))
        self.done.emit()

    def _recolor(self, ink: str) -> None:
        codes = self._codes()
        if codes:
            self.project.edit(lambda config: edits.step(config, "color", ink, *codes))


def _swatch(ink: str) -> QIcon:
    """A region's color."""
    picture = QPixmap(_SWATCH, _SWATCH)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.fillRect(0, 1, _SWATCH - _GAP, _SWATCH - 2, QColor(resolve(f"region.{ink}", theme.mode()).rgb))
    painter.end()
    return QIcon(picture)
