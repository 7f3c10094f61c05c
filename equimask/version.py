"""The package's version, which stands in every signature, and its home."""

__version__ = "0.1.0"
REPOSITORY = "https://github.com/equimask/equimask"
