"""The word lists, and finding their words in a sentence."""
