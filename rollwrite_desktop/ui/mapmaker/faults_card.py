"""How the map came out: what is wrong with it, what was changed or could not be drawn, and how far the drawing is."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from rollwrite_desktop.core.i18n import join_names, tr, with_colon
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.maps.values import USUAL_AREAS, Made
from rollwrite_desktop.maps.verdict import fewer_areas, said
from rollwrite_desktop.sheet.area_words import counted_areas
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import CardButton, button
from rollwrite_desktop.ui.kit.labels import IconLabel, label
from rollwrite_desktop.ui.kit.layouts import emptied, grow, in_column, in_row
from rollwrite_desktop.ui.kit.progress import progress_bar
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.mapmaker.map_project import MapProject

_STEPS, _HIGHEST, _ICON = 100, 132, 18


class FaultsCard(QWidget):
    """`areas_chosen` carries the codes of areas that are to be chosen; `file_wanted`: the data is not where it
    was, or is none, and a file is to be found; `done`: what had the focus goes."""

    areas_chosen = Signal(list)
    file_wanted = Signal()
    done = Signal()

    def __init__(self, project: MapProject) -> None:
        super().__init__()
        self.project = project
        self._announced = ""
        self.status = label("", "heading")
        self.progress = progress_bar(tr("Drawing the map"), _STEPS)
        self.stop = button(tr("&Cancel"), "x", "", project.stop)
        self.again = button(tr("&Draw it"), "play", "", project.draw)
        self.locate = button(tr("&Find the file …"), "folder-open", "primary", self.file_wanted.emit)
        self.another = button(tr("&Choose a file …"), "folder-open", "primary", self.file_wanted.emit)
        self._listed = QWidget()
        self.rows = in_column(gap=6, on=self._listed)
        self.list = Scroll(self._listed)
        across = in_row(grow(self.progress), self.stop)
        in_column(self.status, across, self.again, self.list, self.locate, self.another, gap=8, on=self)
        project.progressed.connect(lambda done: self.progress.setValue(round(_STEPS * done)))
        project.changed.connect(self.show_project)
        self.show_project()

    def show_project(self) -> None:
        """Shows how the drawing is getting on, and the report of the last one."""
        project, made = self.project, self.project.made
        self.progress.setVisible(project.running)
        self.stop.setVisible(project.running)
        self.again.setVisible(project.stopped)
        self.locate.setVisible(project.lost and not project.running)
        self.another.setVisible(project.unreadable and bool(project.data.path) and not project.running)
        self.status.setText(
            tr("Drawing …") if project.running else tr("Stopped.") if project.stopped
            else tr("It cannot be drawn yet") if project.error else _summary(made) if made is not None else "")
        if self._listed.isAncestorOf(QApplication.focusWidget() or self):
            self.done.emit()
        emptied(self.rows)
        if project.error:
            self.rows.addWidget(label(project.error, "wrong"))
            if project.too_many:
                self._offer(USUAL_AREAS)
        elif made is not None and project.fresh:
            self._report(made)
        self.list.setVisible(self.rows.count() > 0)
        self._fit()
        if project.running:
            self._announced = ""
        else:
            self._announce()

    def _announce(self) -> None:
        """Reads out how the map is now, if it was drawn anew or that is something else than before."""
        parts = [part for part in self._listed.children() if isinstance(part, (QLabel, QAbstractButton))]
        listed = [part.accessibleName() or part.text() for part in parts if self.rows.indexOf(part) >= 0]
        texts = [self.status.text(), *listed]
        words = " ".join(f"{text.rstrip('.')}." for text in texts if text)
        if words != self._announced:
            self._announced = words
            accessible.announce(words)

    def _fit(self) -> None:
        """Makes the list as high as it needs, or lets it scroll."""
        for row in self._listed.children():
            if isinstance(row, QWidget) and self.rows.indexOf(row) >= 0:
                row.setVisible(True)  # as the layout will do later
        self.rows.activate()
        wide = self.list.viewport().width()
        high = self.rows.totalHeightForWidth(wide) if self.rows.hasHeightForWidth() else self.rows.totalSizeHint().height()
        # With large texts the card stands among the others, which scroll together.
        self.list.setFixedHeight(max(0, high if theme.large() else min(theme.px(_HIGHEST), high)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _report(self, made: Made) -> None:
        names = {space.id: tr(space.name) for space in made.sheet.spaces}
        for fault in made.faults:
            codes = [code for code in fault.where.split("-") if code in names]
            if codes:
                text = with_colon(join_names(tuple(names[code] for code in codes)), fault.message)
                self._row(text, codes, tr("Shows where it is."))
            else:
                self.rows.addWidget(label(str(fault), "wrong"))
        for a, b in made.lost:
            self._row(tr("Not joined: {a} and {b}", a=names[a], b=names[b]), [a, b],
                      tr("Choose the two, then merge them or cut the link."))
        for reason in made.undone:
            self.rows.addWidget(label(reason, "wrong"))
        if made.undone:
            self.rows.addWidget(button(tr("Draw everything ane&w"), "redo", "", self.project.draw_anew, breaks=True))
        self._say(said(made))
        fewer = fewer_areas(made.measures) if made.measures is not None else 0
        if fewer and not self.project.data.seed:
            self._offer(fewer)
        self._say(made.notes)  # last: of many areas there is one for each that was merged
        self.rows.addStretch(1)  # room that is left over stays below the notes

    def _say(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.rows.addWidget(label(sentence, "faint"))

    def _offer(self, fewer: int) -> None:
        """A button that merges the smallest areas until so many are left."""
        self.rows.addWidget(button(
            tr("Merge down to {n} areas", n=fewer), "plus", "",
            lambda: self.project.edit_all(lambda config: structs.replace(config, areas=fewer)), breaks=True))

    def _row(self, text: str, codes: list[str], tip: str) -> None:
        """A line that chooses the areas it speaks of."""
        row = CardButton(text)
        row.setToolTip(tool_tip(tip))
        row.clicked.connect(lambda _=False: self.areas_chosen.emit(codes))
        in_row(IconLabel("zoom-in", _ICON), grow(label(text, "wrong")), margins=(8, 6, 8, 6), on=row)
        touchable(row)
        self.rows.addWidget(row)


def _summary(made: Made) -> str:
    """How many areas there are, and how many borders were drawn."""
    summary = tr(
        "{areas}, borders drawn {drawn} of {all}", areas=counted_areas(made.sheet), drawn=made.drawn, all=made.borders)
    return summary if not made.sea_lines else tr("{said}, lines over the sea {n}", said=summary, n=made.sea_lines)
