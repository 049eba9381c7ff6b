"""Every sentence that explains a rule of Blank, by rule key; refusals and findings share them."""

from rollwrite_desktop.core.i18n import mark

RULEBOOK = {
    "BL-1": mark("Roll one die when everyone has written the last number."),
    "BL-2": mark("Wait for the next roll."),
    "BL-3": mark("{space} already holds {mark}."),
    "BL-4": mark("Write the {number} that was rolled."),
    "BL-5": mark("The sheet claims {claimed}; {total} pairs of neighbors hold the same number."),
}
