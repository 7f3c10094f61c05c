"""The analyses of the politicians study (Stanczak et al. 2023), each with its figure.

They take plain arrays and word lists: `deviation` [words, sentiments, genders] of a fit, counts,
vectors. statsmodels, scikit-learn and matplotlib come with the extra `analyses` and are imported
where they are used.
"""
