"""How the windows look: tokens for light, dark and high contrast, one style sheet made of them, type sizes, icons to match.

Follows the system's light or dark, contrast and text size as they change, or a choice of the player's. Decides nothing about
sheets: those have their own inks.
"""

from __future__ import annotations

import sys
from functools import cache
from math import floor
from string import Template
from typing import Any, Literal, TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QImage,
    QInputDevice,
    QPainter,
    QPalette,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget
from shiboken6 import isValid

from rollwrite_desktop.paths import ASSETS

Choice = Literal["system", "light", "dark"]
Contrast = Literal["system", "normal", "high"]
Shade = Literal["light", "dark", "light_high", "dark_high"]

TOKENS: dict[str, tuple[str, str, str, str]] = {
    # token        light      dark       light_high dark_high
    "ground": ("#e6e2d9", "#14181d", "#ffffff", "#000000"),
    "panel": ("#f3f0e9", "#1c2229", "#ffffff", "#000000"),
    "raised": ("#fffdf8", "#262d35", "#ffffff", "#000000"),
    "lifted": ("#ffffff", "#2c343d", "#ffffff", "#1c1c1c"),
    "pressed": ("#e0dacd", "#313a44", "#dcdcdc", "#303030"),
    "edge": ("#b5ad9d", "#4a5560", "#000000", "#ffffff"),
    "strong_edge": ("#7f7767", "#7c8894", "#000000", "#ffffff"),
    "text": ("#1f2328", "#f6f3ec", "#000000", "#ffffff"),
    "faint": ("#565c62", "#aab0b6", "#2b2b2b", "#e0e0e0"),
    "off": ("#807d75", "#858d95", "#5c5c5c", "#a8a8a8"),
    "accent": ("#12408f", "#a9dcff", "#0047b0", "#ffe45c"),
    "accent_soft": ("#dfe8f7", "#23374a", "#e6eeff", "#33300f"),
    "on_accent": ("#ffffff", "#10202e", "#ffffff", "#000000"),
    "alarm": ("#8f0018", "#ffb8b0", "#7a0014", "#ffc4bd"),
    "doubt": ("#7a4300", "#ffd79a", "#5c3200", "#ffe0ad"),
    "alarm_soft": ("#fbe9e6", "#44242a", "#ffffff", "#2b0d10"),
}
_SHADES: tuple[Shade, ...] = ("light", "dark", "light_high", "dark_high")

FAMILY = "Rollwrite Text"
_BASE = 14.0
_MAX_SCALE = 4.0
_LARGE, _LARGEST, _ROOMY = 1.75, 2.5, 1280
_SMALL_SCREEN, _SMALL_SCALE, _TALL_SCREEN = 400, 1.5, 800
"""On a screen whose shorter side has so many pixels texts grow so far at most; on one of the last, to the full scale."""
_TALLEST = 3.0
"""How much what is larger than texts grows at most, and what is around them: there it is large enough."""
ICON_GAP = 0.4
"""Of its width, between an icon and the caption of its button."""
_BAR, _GRIPPED = 12, 24
"""How wide a scroll bar is: for a mouse, and for fingers or where everything else is large."""
_KNOB = 2.0
"""How much the knob of a slider grows at most, so that it fits into the height of a finger."""

_KEYED = '[keyed="true"]:focus'
"""What has the focus where keys are used."""
_SHEET = Template("""
* { font-family: "$family"; font-size: ${size}px; color: $text; }
QMainWindow, QDialog, QWidget[role="page"] { background: $ground; }
QToolTip { background: $raised; color: $text; border: 1px solid $edge; padding: 4px 6px; }
QMenuBar { background: $ground; border: none; padding: 0 4px; }
QMenuBar::item { padding: ${menu}px 10px; border-radius: 6px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $pressed; }
QMenu { background: $raised; border: 1px solid $edge; padding: 4px; }
QMenu::item { padding: ${entry}px 28px ${entry}px 12px; border-radius: 6px; }
QMenu::icon { padding-left: 10px; }
QMenu::item:selected { background: $accent_soft; }
QMenu::item:disabled { color: $off; }
QMenu::separator { height: 1px; background: $edge; margin: 4px 8px; }

QLabel, QCheckBox, QRadioButton { background: transparent; }
QLabel[role="display"] { font-size: ${display}px; font-weight: 600; }
QLabel[role="count"] { font-size: ${huge}px; font-weight: 600; }
QLabel[role="go"] { font-size: ${huge}px; font-weight: 600; background: $accent; color: $on_accent;
    border-radius: 24px; padding: 12px 36px; }
QLabel[role="title"] { font-size: ${title}px; font-weight: 600; }
QLabel[role="begin"] { font-size: ${title}px; font-weight: 600; color: $on_accent; }
QLabel[role="on_accent"] { color: $on_accent; }
QLabel[role="begin"]:disabled, QLabel[role="on_accent"]:disabled { color: $off; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="prompt"] { font-size: ${prompt}px; font-weight: 600; }
QLabel[role="faint"] { color: $faint; }
QLabel[role="margin"] { font-size: ${margin}px; color: $faint; }
QLabel[role="alarm"], QLabel[role="wrong"] { color: $alarm; }
QLabel[role="doubt"] { color: $doubt; }

QFrame[role="card"] { background: $raised; border: 1px solid $edge; border-radius: 8px; }
QFrame[role="panel"] { background: $panel; border: none; border-radius: 8px; }
QPushButton[role="finding"] { background: $raised; border: 1px solid $strong_edge; border-radius: 8px; padding: 1px;
    min-height: 40px; }
QPushButton[role="finding"]:hover { border-color: $text; }
QPushButton[role="finding"]:checked { background: $accent_soft; border: 2px solid $accent; padding: 0; }
QLabel[role="broken"] { background: $alarm; color: $raised; border-radius: 4px; padding: 1px 6px; font-weight: 600; }
QLabel[role="unproved"] { background: transparent; color: $doubt; border: 1px solid $doubt; border-radius: 4px;
    padding: 0 5px; font-weight: 600; }
QLabel[line="true"] { border: 2px solid transparent; border-radius: 6px; padding: 0 4px; }
QLabel[line="true"]:focus { border-color: $accent; }
QFrame[role="bar"] { background: $accent_soft; border: 1px solid $edge; border-radius: 8px; }
QFrame[role="chooser"] { background: $lifted; border: 2px solid $accent; border-radius: 12px; }
QFrame[role="alarm"] { background: $alarm_soft; border: 1px solid $alarm; border-radius: 8px; }
QFrame[role="alarm"] QLabel { color: $alarm; }
QFrame[role="answer"] { background: $lifted; border: 1px solid $strong_edge; border-radius: 8px; }

QLabel[role="answer"] { background: $lifted; border: 1px solid $strong_edge; border-radius: 8px; padding: 4px 10px; }

QPushButton, QToolButton { outline: none; background: $raised; border: 1px solid $strong_edge; border-radius: 8px;
    padding: ${pad}px ${wide}px; min-height: ${touch}px; }
QToolButton { padding: ${pad}px; min-width: ${touch}px; }
QToolButton[tight="true"] { padding: 2px; }
QPushButton:hover, QToolButton:hover { border-color: $text; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked {
    background: $accent_soft; border-color: $accent; }
QToolButton[role="crop"] { padding: 4px; }
QToolButton[role="crop"]:checked { background: $alarm_soft; border: 2px solid $alarm; padding: 3px; }
QPushButton:disabled, QToolButton:disabled { color: $off; background: $panel; border-color: $edge; }
QPushButton[role="primary"] { background: $accent; color: $on_accent; border-color: $accent; font-weight: 600; }
QPushButton[role="primary"]:hover { border-color: $text; }
QPushButton[role="primary"]:disabled { background: $panel; color: $off; border-color: $edge; }
QPushButton[role="waiting"] { background: $panel; color: $faint; font-weight: 600; }
QPushButton[role="danger"] { color: $alarm; border-color: $alarm; }
QPushButton[role="quiet"], QToolButton[role="quiet"] { background: transparent; border: 1px solid transparent; }
QPushButton[role="quiet"]:hover, QToolButton[role="quiet"]:hover { background: $pressed; }
QPushButton[role="quiet"]:disabled, QToolButton[role="quiet"]:disabled { color: $off; background: transparent; }
QPushButton[role="door"] { background: $raised; border: 1px solid $strong_edge; border-radius: 12px; padding: 0;
    text-align: left; }
QPushButton[role="door"]:hover { border-color: $text; background: $lifted; }
QPushButton[role="door"]:pressed { background: $accent_soft; border-color: $accent; }
QPushButton[role="door"]:checked { background: $accent_soft; border-color: $accent; }
QPushButton[role="door"]:disabled { background: $panel; border-color: $edge; }
QPushButton[role="fold"] { background: transparent; border: 1px solid transparent; border-radius: 8px; padding: 0; }
QPushButton[role="fold"]:hover { background: $lifted; }
QPushButton[role="begin"] { background: $accent; border: 1px solid $accent; border-radius: 12px; padding: 0; }
QPushButton[role="begin"]:hover { border-color: $text; }
QPushButton[role="begin"]:disabled { background: $panel; border-color: $edge; }
QPushButton[role="segment"] { padding: ${pad}px 8px; }
QPushButton[role="segment"]:checked { background: $accent_soft; border: 1px solid $accent; color: $accent;
    font-weight: 600; }
QPushButton[role="key"] { font-size: ${title}px; padding: 0; min-height: ${line}px; }
QPushButton[role="wide_key"] { padding: 0 4px; min-height: ${line}px; }
*[touch="true"] { min-height: ${touch}px; }
QRadioButton[touch="true"], QCheckBox[touch="true"] { padding: ${pad1}px 6px; }
QRadioButton, QCheckBox { border: ${focus}px solid transparent; spacing: 8px; }
QRadioButton:disabled, QCheckBox:disabled { color: $off; }
QRadioButton::indicator { width: ${ring}px; height: ${ring}px; border: 2px solid $strong_edge; border-radius: ${round}px;
    background: $raised; }
QRadioButton::indicator:checked { width: ${dot}px; height: ${dot}px; border: ${thick}px solid $accent; background: $raised; }
QCheckBox::indicator { width: ${tick}px; height: ${tick}px; border: 2px solid $strong_edge; border-radius: 4px;
    background: $raised; }
QCheckBox::indicator:checked { border-color: $accent; background: $accent; }
#qt_menubar_ext_button { padding: 0; min-width: 0; min-height: 0; border: none; }
QFileDialog QToolButton, QFileDialog QToolButton:focus { padding: 2px; min-width: 0; min-height: 0; }
QToolButton::menu-indicator, QPushButton::menu-indicator { image: none; width: 0; }

QLineEdit, QComboBox, QSpinBox, QPlainTextEdit, QTextEdit {
    background: $raised; border: 1px solid $strong_edge; border-radius: 8px; padding: ${pad}px 8px; min-height: ${touch}px;
    selection-background-color: $accent; selection-color: $on_accent; placeholder-text-color: $faint; }
QSpinBox::up-button, QSpinBox::down-button { subcontrol-origin: margin; width: 0; border: none; }
QSpinBox QLineEdit, QComboBox QLineEdit { border: none; padding: 0; min-height: 0; background: transparent; }
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled { color: $off; background: $panel; }
QComboBox[role="headline"] { background: transparent; border: 1px solid transparent; font-size: ${title}px;
    font-weight: 600; padding-right: ${arrow}px; }
QComboBox[role="headline"]:hover { border-color: $edge; }
QComboBox { combobox-popup: 0; } /* the list lies below: over the box, arrows to scroll would lie over its rows */
QComboBox::drop-down { border: none; width: ${arrow}px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $edge; selection-background-color: $accent_soft;
    selection-color: $text; outline: none; }
QTableView { background: $raised; border: 1px solid $edge; border-radius: 8px; outline: none;
    selection-background-color: $accent_soft; selection-color: $text; }
QTableView { padding: ${reserved}px; }
QTableView::item { padding: 0 8px; }
QHeaderView, QTableCornerButton::section { background: transparent; border: none; }
QHeaderView::section { background: $raised; color: $faint; border: none; border-bottom: 1px solid $edge; padding: 6px 8px; }
QListView { background: $raised; border: 1px solid $edge; border-radius: 8px; outline: none;
    padding: ${reserved}px ${reserved_list}px; }
QListView::item { padding: 6px 0; }
QListView::item:selected { background: $accent_soft; color: $text; }
QListView::item:disabled { color: $off; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: ${bar}px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: ${bar}px; margin: 0; }
QScrollBar::handle { background: $strong_edge; border-radius: 4px; margin: 2px; min-height: ${grip}px;
    min-width: ${grip}px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSlider { border: ${focus}px solid transparent; border-radius: 8px; }
QSlider::groove:horizontal { height: 4px; background: $strong_edge; border-radius: 2px; }
QSlider::handle:horizontal { width: ${knob}px; margin: -${over}px 0; background: $accent; border-radius: ${half}px; }
QProgressBar { background: $pressed; border: none; border-radius: 4px; max-height: 8px; }
QProgressBar::chunk { background: $accent; border-radius: 4px; }

QPushButton${on} { border: ${focus}px solid $accent; padding: ${focus_pad}px ${focus_wide}px; }
QToolButton${on} { border: ${focus}px solid $accent; padding: ${focus_pad}px; }
QToolButton[tight="true"]${on} { padding: 0; }
QToolButton[role="crop"]${on} { padding: 2px; }
QToolButton[role="crop"]${on}:checked { border: ${focus}px solid $alarm; padding: 2px; }
QPushButton[role="segment"]${on}, QPushButton[role="segment"]${on}:checked { border: ${focus}px solid $accent;
    padding: ${focus_pad}px ${focus_beside}px; }
QPushButton[role="door"]${on}, QPushButton[role="fold"]${on}, QPushButton[role="finding"]${on},
QPushButton[role="key"]${on}, QPushButton[role="wide_key"]${on} { padding: 0; }
QPushButton[role="primary"]${on}, QPushButton[role="begin"]${on} { margin: ${inset}px; border: 1px solid $accent;
    border-radius: 6px; padding: ${inset_pad}px ${inset_wide}px; }
QPushButton[role="begin"]${on} { padding: 0; }
QPushButton[role="finding"]${on}:checked { border: ${thicker}px solid $accent; padding: 0; }
QPushButton[role="waiting"]${on}, QPushButton[role="danger"]${on}, QPushButton${on}:checked {
    border-color: $accent; }
QLineEdit:focus, QComboBox${on}, QSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border: ${focus}px solid $accent; padding: ${focus_pad}px ${focus_beside}px; }
QSpinBox QLineEdit:focus, QComboBox QLineEdit:focus { border: none; padding: 0; }
QComboBox[role="headline"]${on} { padding-right: ${focus_arrow}px; }
QRadioButton${on}, QCheckBox${on}, QSlider${on} { border: ${focus}px solid $accent; border-radius: 8px; }
QTableView${on} { border: ${focus}px solid $accent; padding: 0; }
QListView${on} { border: ${focus}px solid $accent; padding: 0 ${focus_list}px; }
QScrollArea[role="read"] { border: ${focus}px solid transparent; border-radius: 8px; }
QScrollArea[role="read"]${on} { border: ${focus}px solid $accent; }
""")


class Theme(QObject):
    """What is chosen, and what wears an icon. `changed` is emitted after light and dark, the contrast or the size of text
    changed."""

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.choice: Choice = "system"
        self.contrast: Contrast = "system"
        self.larger = 1.0
        self.plain = False
        self.applied: tuple[Shade, float] | None = None
        self.dressed: WeakKeyDictionary[QObject, tuple[str, str]] = WeakKeyDictionary()


T = TypeVar("T")


class ThemedApplication(QApplication):
    """The application object, which owns the theme as it owns Qt's style and palette, and whatever else there is only one
    of. Qt is told its style as an argument: where it is set, it is returned, and PySide makes all of its enums for that."""

    def __init__(self, argv: list[str]) -> None:
        super().__init__([*argv, "-style", "Fusion"])
        self.theme = Theme(self)
        self.shared: dict[type[Any], Any] = {}


def shared(kind: type[T]) -> T:
    """Returns the application's instance of a kind, created on first use."""
    app = QApplication.instance()
    assert isinstance(app, ThemedApplication)
    if kind not in app.shared:
        app.shared[kind] = kind()
    found: T = app.shared[kind]
    return found


def current() -> Theme:
    """Returns the theme of the application object."""
    app = QApplication.instance()
    assert isinstance(app, ThemedApplication)
    return app.theme


def install(app: QApplication) -> None:
    """Gives the whole program the bundled typeface and colors, which follow the system from now on. Sheets are written with
    outlines of their own (`canvas/qt_painter.py`)."""
    for file in sorted((ASSETS / "typefaces").glob("RollwriteText-*.ttf")):
        QFontDatabase.addApplicationFont(str(file))
    app.styleHints().colorSchemeChanged.connect(_apply)
    app.styleHints().accessibility().contrastPreferenceChanged.connect(_apply)
    app.primaryScreenChanged.connect(_apply)
    _apply()


def font_changed() -> None:
    """To be called when the system's text size may have changed, which Qt tells the application object only."""
    _apply()


def mode() -> Shade:
    """Returns what is shown now, for the painters too."""
    applied = current().applied
    return applied[0] if applied is not None else _wanted_mode()


def _wanted_mode() -> Shade:
    """Returns what the system or the player wants: asking takes Qt longer than a widget may ask for each of its colors."""
    hints, chosen = QGuiApplication.styleHints(), current()
    dark = hints.colorScheme() == Qt.ColorScheme.Dark if chosen.choice == "system" else chosen.choice == "dark"
    high = chosen.contrast == "high"
    if chosen.contrast == "system":
        high = hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
    return _SHADES[dark + 2 * high]


def touched() -> bool:
    """Returns whether the system has a screen that feels fingers."""
    return any(device.type() == QInputDevice.DeviceType.TouchScreen for device in QInputDevice.devices())


def dark() -> bool:
    """Returns whether light things stand on dark ones now."""
    return mode() in ("dark", "dark_high")


def choose(choice: Choice) -> None:
    """Light, dark, or as the system has it."""
    current().choice = choice
    _apply()


def choose_contrast(contrast: Contrast) -> None:
    """High contrast, or as the system has it."""
    current().contrast = contrast
    _apply()


def set_larger(factor: float) -> None:
    """Texts larger by this factor (0.8 to 4) than the system asks for."""
    current().larger = min(_MAX_SCALE, max(0.8, factor))
    _apply()


def moves(choice: str) -> bool:
    """Returns whether things move, by the player's choice: "full", "reduced", or as the system has it, which Qt tells on
    Windows only; elsewhere they do."""
    if choice == "system":
        return sys.platform != "win32" or QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
    return choice == "full"


def plain() -> bool:
    """Returns whether sheets show what is written in plain digits instead of by hand."""
    return current().plain


def set_plain(plain: bool) -> None:
    """Plain digits, or by hand."""
    theme = current()
    if plain != theme.plain:
        theme.plain = plain
        theme.changed.emit()


def text_scale() -> float:
    """How much larger than usual texts are: the system's text size and the player's factor."""
    applied = current().applied
    return applied[1] if applied is not None else _wanted_scale()


def most_scale() -> float:
    """How large texts grow at most on this screen, so that nothing is cut off; in steps of 5 %."""
    screen = QGuiApplication.primaryScreen()
    room = screen.availableSize() if screen is not None else QSize(_ROOMY, _TALL_SCREEN)
    share = (min(room.width(), room.height()) - _SMALL_SCREEN) / (_TALL_SCREEN - _SMALL_SCREEN)
    most = _SMALL_SCALE + share * (_MAX_SCALE - _SMALL_SCALE)
    return min(_MAX_SCALE, max(1.0, floor(most * 20) / 20))


def held_back() -> bool:
    """Returns whether texts would be larger on a larger screen."""
    return _asked_scale() > most_scale()


def _wanted_scale() -> float:
    return min(_asked_scale(), most_scale())


def _asked_scale() -> float:
    usual = {"darwin": 13.0, "win32": 9.0}.get(sys.platform, 10.0)
    points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    return min(_MAX_SCALE, min(2.0, max(1.0, points / usual)) * current().larger)


def _crowding() -> float:
    """How much larger than usual texts are for the longer side of the screen: where the system enlarges everything, as with
    a factor of 2, less fits on it."""
    screen = QGuiApplication.primaryScreen()
    room = screen.availableSize() if screen is not None else None
    return text_scale() * max(1.0, _ROOMY / max(1, room.width(), room.height()) if room is not None else 1.0)


def large() -> bool:
    """Returns whether texts are so large that there is little room for things side by side."""
    return _crowding() >= _LARGE


def largest() -> bool:
    """Returns whether texts are so large that what is read needs all the room of a page."""
    return _crowding() >= _LARGEST


def px(length: float) -> int:
    """A length in pixels at 100 % text, grown with the text."""
    return round(length * text_scale())


def focus_line() -> int:
    """How wide the line around what has the focus is, in pixels."""
    return max(2, round(2 * min(text_scale(), _TALLEST)))


def paint_focus(painter: QPainter, place: QRectF, corner: float = 8) -> None:
    """Draws the line around what has the focus, along the inside of a place; the corners have this radius in pixels."""
    wide = focus_line()
    half = wide / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color("accent"), wide))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(place.adjusted(half, half, -half, -half), corner, corner)


def color(token: str) -> QColor:
    """A token's color as it is shown now."""
    return QColor(_rgb(token))


def _rgb(token: str) -> str:
    return TOKENS[token][_SHADES.index(mode())]


def icon(name: str, token: str = "text", gap: float = 0.0) -> QIcon:
    """An icon of assets/icons in a token's color, fainter where it is disabled; `gap` of its width stays free behind it."""
    return _icon(name, _rgb(token), _rgb("off"), gap, (24, 48) if text_scale() < _LARGEST else (24, 48, 96))


@cache
def _icon(name: str, rgb: str, off: str, gap: float, sides: tuple[int, ...]) -> QIcon:
    made = QIcon()
    for state, shade in ((QIcon.Mode.Normal, rgb), (QIcon.Mode.Disabled, off)):
        for side in sides:
            made.addPixmap(_picture(name, side, shade, gap), state)
    return made


def icon_names() -> list[str]:
    """All icons by name."""
    return sorted(file.stem for file in (ASSETS / "icons").glob("*.svg"))


def picture(name: str, side: int, token: str = "text", gap: float = 0.0) -> QPixmap:
    """An icon as a picture `side` pixels high."""
    return _picture(name, side, _rgb(token), gap)


@cache
def _picture(name: str, side: int, rgb: str, gap: float) -> QPixmap:
    image = QImage(round(side * (1 + gap)), side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(rgb))
    painter = QPainter(image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.drawImage(0, 0, _outline(name, side).copy(image.rect()))  # which takes the color off what is beside it too
    painter.end()
    return QPixmap.fromImage(image)


@cache
def _outline(name: str, side: int) -> QImage:
    """An icon in black: to read it again for each color takes longer than to color it."""
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(ASSETS / "icons" / f"{name}.svg")).render(painter, QRectF(0, 0, side, side))
    painter.end()
    return image


def dress(thing: QAbstractButton | QAction, name: str, token: str = "text") -> None:
    """Gives a button or action an icon that follows light and dark."""
    current().dressed[thing] = (name, token)
    _put_icon(thing, name, token)


def undress(thing: QAbstractButton | QAction) -> None:
    """Takes the icon away again."""
    current().dressed.pop(thing, None)
    thing.setIcon(QIcon())


def _put_icon(thing: QAbstractButton | QAction, name: str, token: str) -> None:
    if isinstance(thing, QPushButton) and thing.text():
        # The style sets text hard against the icon, so the icon brings its own gap.
        thing.setIconSize(QSize(px(18 * (1 + ICON_GAP)), px(18)))
        thing.setIcon(icon(name, token, ICON_GAP))
        return
    if isinstance(thing, QAbstractButton):
        thing.setIconSize(QSize(px(20), px(20)))
    thing.setIcon(icon(name, token))


def role(widget: QWidget, name: str) -> None:
    """Gives a widget one of the style sheet's roles (`primary`, `quiet`, `danger`; `title`, `heading`, `prompt`, `faint`,
    `alarm`; `card`, `panel`, `bar`, `page`)."""
    if widget.property("role") != name:
        _mark(widget, "role", name)


def show_focus(widget: QWidget, seen: bool) -> None:
    """Shows by a line that a widget has the focus, or hides that; fields in which one writes show it at all times."""
    if bool(widget.property("keyed")) != seen:
        _mark(widget, "keyed", seen)


def _mark(widget: QWidget, name: str, value: str | bool) -> None:
    """Gives a widget a property that the style sheet asks for."""
    widget.setProperty(name, value)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # one that is not is styled when it is first shown
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()


def _apply() -> None:
    app, theme = QApplication.instance(), current()
    wanted = _wanted_mode(), _wanted_scale()
    if not isinstance(app, QApplication) or theme.applied == wanted:
        return
    theme.applied = wanted
    scale = text_scale()
    size, tall = round(_BASE * scale), min(scale, _TALLEST)
    pad = round(5 * tall - 5 * (scale - tall))  # the letters of the largest texts need the height
    tokens = {token: _rgb(token) for token in TOKENS}
    # A menu is for the mouse and for keys, unless there is nothing but fingers to open it.
    spare = (44 - round(18 * scale)) // 2 if touched() else 0
    knob = round(9 * min(scale, _KNOB))
    line = focus_line()
    inset = line + max(2, line // 2)  # the line and the gap between it and what is filled
    bar = max(_GRIPPED, round(10 * tall)) if touched() or large() else round(_BAR * min(scale, 1.5))
    sizes = {
        "size": size, "margin": round(12 * scale),
        "prompt": max(size, round(17 * tall)), "title": max(size, round(20 * tall)), "display": round(28 * tall),
        "pad": pad, "pad1": pad - 1, "wide": round(12 * tall),
        # The line of the focus takes what it needs from the room around the words, so that nothing moves.
        "focus": line, "focus_pad": max(0, pad + 1 - line), "focus_wide": round(12 * tall) + 1 - line,
        "focus_beside": max(0, 9 - line), "focus_arrow": round(16 * scale) + 9 - line,
        "inset": inset, "inset_pad": max(0, pad - inset), "inset_wide": round(12 * tall) - inset,
        "thicker": 2 * line, "reserved": line - 1, "reserved_list": max(4, line - 1), "focus_list": max(0, 5 - line),
        "bar": bar, "grip": max(28, 2 * bar),
        "menu": max(4, spare), "entry": max(6, spare), "huge": round(64 * tall), "line": round(20 * scale),
        "arrow": round(16 * scale) + 8,
        "ring": 2 * round(7 * scale) - 4, "round": round(7 * scale), "thick": round(5 * scale),
        "dot": 2 * (round(7 * scale) - round(5 * scale)), "tick": round(18 * scale) - 4,
        "knob": 2 * knob, "half": knob, "over": knob - 2 + 1,
        "touch": max(44, round(30 * tall)) - 2 * pad - 2,
    }
    font = QFont(FAMILY)
    font.setPixelSize(sizes["size"])
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # Qt sets a style sheet where there is none in a fifth of the time in which it replaces one.
    app.setStyleSheet("")
    app.setFont(font)
    app.setPalette(_palette())
    app.setStyleSheet(_SHEET.substitute(tokens, family=FAMILY, on=_KEYED, **sizes))
    for thing, (name, token) in list(theme.dressed.items()):
        if isValid(thing):
            _put_icon(thing, name, token)  # type: ignore[arg-type]
    theme.changed.emit()


def _palette() -> QPalette:
    palette = QPalette()
    group = QPalette.ColorRole
    for part, token in (
        (group.Window, "ground"), (group.WindowText, "text"), (group.Base, "raised"), (group.AlternateBase, "panel"),
        (group.Text, "text"), (group.Button, "raised"), (group.ButtonText, "text"), (group.ToolTipBase, "raised"),
        (group.ToolTipText, "text"), (group.Highlight, "accent"), (group.HighlightedText, "on_accent"),
        (group.PlaceholderText, "faint"), (group.Link, "accent"), (group.Accent, "accent"),
    ):
        palette.setColor(part, color(token))
    for part in (group.WindowText, group.Text, group.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, part, color("off"))
    return palette
