"""The terminal: one file for each command."""
