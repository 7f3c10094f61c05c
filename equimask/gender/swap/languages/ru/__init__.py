"""Russian: morphology by pymorphy3, words by tables, owners by the engine's principle."""
