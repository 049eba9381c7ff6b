"""What holds for a whole map: its title, game, names, how many areas and regions, and other drawings of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from msgspec import structs
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from rollwrite_desktop.core.i18n import capitalized, tr, with_colon
from rollwrite_desktop.gamekit.play.map_making import MapMaking, SheetRule
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps.config import MAX_PORTFOLIO, MapFile
from rollwrite_desktop.maps.edits import anew
from rollwrite_desktop.maps.values import MAX_AREAS, MIN_AREAS, map_games
from rollwrite_desktop.sheet.area_words import WORDS
from rollwrite_desktop.sheet.sheet import AreaWord
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH, touchable
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.choices import Combo
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column
from rollwrite_desktop.ui.kit.stepper import Stepper
from rollwrite_desktop.ui.mapmaker.map_project import LONGEST_TITLE, MapProject

_SHORTEST_SHOWN, _LONGEST_SHOWN = 8, 34
_COLORS = (4, 6)


class MapCard(QWidget):
    """Shows a project and changes it. `window_wanted`: a rectangle is to be cut out of the data."""

    window_wanted = Signal()

    def __init__(self, project: MapProject) -> None:
        super().__init__()
        self.project = project
        self.title = QLineEdit()
        self.title.setMaxLength(LONGEST_TITLE)
        self.title.setAccessibleName(tr("Title"))
        touchable(self.title)
        self.game = Combo({each: tr(GAMES[each].info.title) for each in map_games()}, project.game, tr("Game"))
        self.layer = Combo({}, "", tr("Layer"))
        self.names = Combo({}, "", tr("Names from"))
        self.merge_by = Combo({}, "", tr("Merge by"))
        self.word = Combo({each: capitalized(tr(WORDS[each])) for each in get_args(AreaWord)}, "", tr("An area is a"))
        self.areas = Stepper(MIN_AREAS - 1, MAX_AREAS, MIN_AREAS - 1, tr("Areas at most"), tr("all"))
        self.colors = Stepper(*_COLORS, _COLORS[1], tr("Regions"))
        self.rules = {key: Stepper(rule.least, rule.most, rule.most, tr(rule.name)) for key, rule in _rules().items()}
        for combo in (self.game, self.layer, self.names, self.merge_by, self.word):
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(_SHORTEST_SHOWN)
        self.form = QFormLayout()
        self.form.setContentsMargins(0, 0, 0, 0)
        way = QFormLayout.RowWrapPolicy
        self.form.setRowWrapPolicy(way.WrapAllRows if theme.largest() else way.WrapLongRows)
        for text, field in (
            (tr("Title"), self.title), (tr("Game"), self.game), (tr("Layer"), self.layer), (tr("Names from"), self.names),
            (tr("Merge by"), self.merge_by), (tr("An area is a"), self.word), (tr("Areas at most"), self.areas),
            (tr("Regions"), self.colors), *((tr(rule.name), self.rules[key]) for key, rule in _rules().items()),
        ):
            name = label(text, wrap=False)
            name.setMinimumHeight(TOUCH)  # level with the field
            self.form.addRow(name, field)
        self.anew = button(tr("Draw everything ane&w"), "redo", "", project.draw_anew, breaks=True)
        self.anew.setToolTip(tr("Your changes stay, except for outlines and lines you bent; everything else may move."))
        self.other = button(tr("&Another drawing"), "redo", "", self._draw_another)
        self.better = button(tr("Look for a &better one"), "zoom-in", "", self._look_longer, breaks=True)
        self.better.setToolTip(tr("Draws it several times and keeps the best; that takes longer."))
        column = in_column(
            label(tr("The map"), "heading"), self.form, self.anew, self.other, self.better, gap=8, on=self
        )
        self.far = button("", "maximize", "", self._turn_far, breaks=True)
        column.addWidget(self.far)
        self.uncut = button(tr("Restore what was cut &off"), "undo", "", lambda: self._set_all(window=None), breaks=True)
        column.addWidget(self.uncut)
        self.cut_out = button(tr("Choose a &rectangle"), "maximize", "", self.window_wanted.emit, breaks=True)
        column.addWidget(self.cut_out)
        if theme.largest():
            for plain in (self.anew, self.other, self.better, self.far, self.uncut, self.cut_out):
                theme.undress(plain)
        self.length = label("", "faint")
        column.insertWidget(column.indexOf(self.anew), self.length)
        self.hint = label("", "faint")
        column.addWidget(self.hint)
        self.title.editingFinished.connect(lambda: self._set(title=self.title.text().strip()))
        self.game.currentIndexChanged.connect(lambda _: project.put(anew(project.config, project.made), self.game.value))
        self.layer.currentIndexChanged.connect(lambda _: self._begin_with(layer=self.layer.value))
        self.names.currentIndexChanged.connect(lambda _: self._begin_with(name=self.names.value))
        self.merge_by.currentIndexChanged.connect(lambda _: self._begin_with(merge_by=self.merge_by.value))
        self.word.currentIndexChanged.connect(lambda _: self._set(area_word=self.word.value))
        self.areas.changed.connect(lambda n: self._set_all(areas=n if n >= MIN_AREAS else 0))
        self.colors.changed.connect(lambda n: self._set_all(colors=n, regions={}))
        for key, stepper in self.rules.items():
            stepper.changed.connect(lambda n, key=key: self._ask_for(key, n))
        project.changed.connect(self.show_project)
        self.show_project()

    @property
    def _making(self) -> MapMaking:
        making = GAMES[self.project.game].play.map_making
        assert making is not None
        return making

    def _ask_for(self, key: str, number: int) -> None:
        """A rule of the sheet; the number that fits the map by itself goes on doing so."""
        made = self.project.made
        if made is None:
            return
        fits = self._making.values(len(made.sheet.spaces), len(made.sheet.regions), MapFile().asked)
        self._set(**{key: 0 if number == fits.get(key, self.rules[key].limits[1]) else number})

    def _set(self, **changes: object) -> None:
        self.project.edit(lambda config: structs.replace(config, **changes))

    def _set_all(self, **changes: object) -> None:
        self.project.edit_all(lambda config: structs.replace(config, **changes))

    def _begin_with(self, **changes: object) -> None:
        """Other areas altogether: what was changed about the ones before is forgotten."""
        fresh, now = MapFile(), self.project.config
        kept = {field: getattr(now, field) for field in ("title", "source", "licence", "layer", "name", "merge_by", "window",
                                                         "area_word", "areas", "colors", "seed", "portfolio", "projection")}
        self.project.put(structs.replace(fresh, **(kept | changes)))

    def _draw_another(self) -> None:
        self._set_all(seed=self.project.config.seed + 1)

    def _look_longer(self) -> None:
        self._set_all(portfolio=min(3 * self.project.config.portfolio, MAX_PORTFOLIO))

    def _turn_far(self) -> None:
        """Keeps what lies far from the rest where it is, or leaves it out or moves it, as suits the map."""
        self._set_all(far=not self.project.config.far)

    def show_project(self) -> None:
        """Shows what the map file says now."""
        config, survey = self.project.config, self.project.survey
        for widget, put in self._fields(config):
            with QSignalBlocker(widget):
                put()
        layers = survey.layers if survey is not None else ()
        self.form.setRowVisible(self.layer, len(layers) > 1)
        fields = survey.fields if survey is not None else ()
        for row in (self.names, self.merge_by):
            self.form.setRowVisible(row, len(fields) > 1)
        self.form.setRowVisible(self.areas, not self.project.data.seed)
        self.form.setRowVisible(self.colors, not self._making.regions[0].within)
        made = self.project.made
        sheet = made.sheet if made is not None and made.sheet.game == self.project.game else None
        for key, stepper in self.rules.items():
            self.form.setRowVisible(stepper, key in self._making.asked and sheet is not None)
        length = self._making.length
        self.length.setVisible(length is not None and sheet is not None)
        if length is not None and sheet is not None:
            self.length.setText(length(sheet))
        self.better.setEnabled(config.portfolio < MAX_PORTFOLIO)
        self.far.setText(tr("Save the room of &far parts") if config.far else tr("Keep &far parts where they are"))
        self.far.setVisible(config.far or (made is not None and made.far))
        self.uncut.setVisible(config.window is not None)
        self.anew.setVisible(bool(config.then))

    def show_hint(self, *, sheet: bool) -> None:
        """Says what taps and drags do on the sheet, or on the data."""
        self.cut_out.setVisible(not sheet and self.project.survey is not None)
        if not sheet:
            self.hint.setText(tr("Select areas one by one, or drag a rectangle over them. Then choose what to do."))
        elif self._making.joined == "lines":
            self.hint.setText(tr(
                "Choose areas to change, or drag a box, an outline or a line. Everything else stays where it is."))
        else:
            self.hint.setText(tr(
                "Choose areas to change, or drag a box or an outline. Everything else stays where it is."))

    def _fields(self, config: MapFile) -> list[tuple[QWidget, Callable[[], object]]]:
        """Each field with what puts the map file's value into it."""
        survey = self.project.survey
        layers = survey.layers if survey is not None else ()
        fields = {name: _shown(name, values) for name, values in survey.fields} if survey is not None else {}
        now = survey.field if survey is not None else ""
        layer = survey.layer if survey is not None else ""
        title = config.title or (self.project.made.sheet.title if self.project.made is not None else "")
        drawn = self.project.made.sheet.values if self.project.made is not None else {}
        asked = config.asked
        return [
            *((stepper, lambda key=key, stepper=stepper: stepper.show_value(
                asked[key] or drawn.get(key, stepper.limits[1]))) for key, stepper in self.rules.items()),
            (self.title, lambda: self.title.setText(self.title.text() if self.title.hasFocus() else title)),
            (self.game, lambda: self.game.choose(self.project.game)),
            (self.layer, lambda: _offer(self.layer, dict(zip(layers, layers, strict=True)), layer)),
            (self.names, lambda: _offer(self.names, fields if now else {"": "—", **fields}, now)),
            (self.merge_by, lambda: _offer(self.merge_by, {"": "—", **fields}, config.merge_by)),
            (self.word, lambda: self.word.choose(config.area_word)),
            (self.areas, lambda: self.areas.show_value(config.areas or MIN_AREAS - 1)),
            (self.colors, lambda: self.colors.show_value(config.colors)),
        ]


def _rules() -> dict[str, SheetRule]:
    """Returns what map files may ask for, of all games."""
    plans = (GAMES[each].play.map_making for each in map_games())
    return {key: rule for plan in plans if plan is not None for key, rule in plan.asked.items()}


def _offer(combo: Combo, values: dict[str, str], value: str) -> None:
    """Offers other values; the list stays as it is where they are the same."""
    if [combo.itemText(i) for i in range(combo.count())] != list(values.values()):
        combo.clear()
        for each, text in values.items():
            combo.addItem(text, each)
    combo.choose(value)


def _shown(name: str, values: str) -> str:
    text = with_colon(name, values)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
