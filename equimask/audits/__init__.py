"""All measures of a model over all languages, and how they compare."""
