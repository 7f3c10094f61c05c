"""Words that everybody shares: errors, languages, columns, options, signatures, results, files."""
