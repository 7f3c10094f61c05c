"""German: cases, compounds and verbs at the end, by tables in `data/agreement/de`."""
