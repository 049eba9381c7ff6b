"""What ReportLab names of Pillow."""


class Image:
    """A picture; there never is one."""
