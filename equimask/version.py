"""The package's version, which stands in every signature, and its home."""

__version__ = "0.2.0"
REPOSITORY = "https://github.com/equimask/equimask"
