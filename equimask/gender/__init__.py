"""What words say about gender: lexicon, finder, swap, names, the audit of pairs."""
