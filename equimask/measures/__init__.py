"""Pure maths, one file per measure: rows first, total second. NumPy only, no model in sight."""
