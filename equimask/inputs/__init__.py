"""Anything becomes checked columns: files, hub datasets, tables, the packaged pairs."""
