"""The corpora that lie in `parallel/`, made from their public form."""
