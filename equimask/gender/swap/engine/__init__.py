"""One engine for swaps of gendered sentences; a language is its tables.

A swap stands only if **every word that shows the gender has an owner**: the person, or something
else. What may be the person's and may be somebody else's raises `Unsure`, which is the refusal.
`rule` asks the parts in their order, the same for every language.

A language gives `data/agreement/<tag>/` (read by `tables.Tables`, lazily):

- `function_words.tsv`: word and class, `classes` in `tables.py` says which the engine knows;
- `agreeing.tsv`: determiners and pronouns with all their forms, `form:condition` for what a
  following word demands;
- `endings.tsv`: how adjectives and nouns change, by ending or whole word;
- `adjectives.tsv`, `roles.tsv` (nouns for people that change), `nouns.tsv` (with their gender);
- `verbs.tsv`, `finite_verbs.tsv`, `copulas.tsv`, `person_verbs.tsv`;
- `language.toml`: endings of verbs and nouns, conditions, small lists.

All of them share `data/agreement/first_names.tsv`: first names of members of the world's
parliaments (Wikidata, CC0-1.0) and of well-known people.

A column of forms is named by its features: `male sing`, or `male sing dat` where there are cases.
"""
