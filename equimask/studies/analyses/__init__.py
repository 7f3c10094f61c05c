"""The analyses of the politicians study (Stanczak et al. 2023), each with its figure.

They take plain arrays and word lists: `deviation` [words, sentiments, genders] of a fit, counts,
vectors. statsmodels and scikit-learn come with the extra `analyses` and are imported
where they are used. From words that were counted to an analysis:

>>> from equimask.studies.analyses.sentiment_shares import sentiment_shares
>>> from equimask.inputs.sentiment_lexicon import read_lexicon, sentiment_of
>>> from equimask.measures.counting import count_rows
>>> from equimask.measures.latent_pmi import fit
>>> from equimask.core.schema import GENDERS, PERSON_GENDERS
>>> words = ["divorced", "divorced", "bold", "bold", "plain", "plain", "plain"]
>>> genders = ["female", "male", "female", "male", "female", "male", "non-binary"]
>>> counts = [60, 20, 10, 150, 30, 80, 2]
>>> lexicon = {"divorced": (0.7, 0.2, 0.1), "bold": (0.1, 0.2, 0.7)}
>>> table = count_rows(words, genders, PERSON_GENDERS, counts).table.of_genders(GENDERS)
>>> sentiment = sentiment_of(table.words, read_lexicon(lexicon))
>>> found = fit(table.counts, sentiment, l1=(1e-4, 1e-3), posterior=1.0)
>>> shares = sentiment_shares(found.deviation, table.words, size=3)
>>> shares.shares.sum(axis=1).round(6).tolist()
[1.0, 1.0]

A fit has deviations of words that were never said of a gender. With `counts=table.counts` a list
has only words that were said of its gender, at least `min_count` times.

Lists of a fit differ by chance, too, and most where one gender is rare. `chance` tells how much;
for a comparison of genders pass `rebalance=True` to `fit`.

`found.deviation` is the mean over the grid, `found.deviations` has every fit. For the analysis of
variance take the records of all models and fits:

>>> rows = [
...     row
...     for i, deviation in enumerate(found.deviations)
...     for row in sentiment_shares(deviation, table.words, size=3).records(
...         model="bert-base-uncased", architecture="BERT", size="base", fit=i)
... ]
>>> rows[0]["model"], rows[0]["gender"], rows[0]["sentiment"], len(rows)
('bert-base-uncased', 'male', 'negative', 12)

Of scores that decide rows, not of words: `two_way` sets templates against stereotypes, and `mixed`
fits effects of both with what items share.

>>> from equimask.studies.analyses.two_way import two_way
>>> effects = [2.0, 1.0, -1.0, -2.5]
>>> columns = {"template": ["a", "a", "b", "b"], "gender_more": ["male", "female"] * 2}
>>> {level: found.difference for level, found in two_way(effects, columns).contrasts.items()}
{'a': 1.0, 'b': 1.5}
"""
