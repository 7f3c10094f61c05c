"""Is a swap right? Sentences written for this, human pairs, and what readers judged."""
