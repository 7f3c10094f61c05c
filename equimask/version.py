"""The package's version; it stands in every signature."""

__version__ = "0.1.0"
