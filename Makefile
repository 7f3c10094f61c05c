# Everything runs in .venv, which is made on first use. PYTHON chooses the interpreter (3.10 or newer).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help demo lint check quick test fuzz fix bench chaos visitors cards datasets datasets-all paper-s_jsd paper-mbe paper-mgl paper-politicians lexicon-check lexicon-undo lab lab-model pins vulnerabilities screenshots clean

help:  ## this list
	@grep -hE '^[a-zA-Z_%-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-22s %s\n", $$1, $$2}'

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "Equimask needs Python 3.10 or newer; set PYTHON=python3.11, for example."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  -c constraints.txt -e '.[dev,tokenizers]'
	@touch $@

demo: $(STAMP)  ## a tour of every metric on the embedded model, and its report; no network needed
	HF_HUB_OFFLINE=1 $(BIN)/equimask demo

lint: $(STAMP)  ## rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check: lint  ## lint, types, import contracts
	$(BIN)/mypy
	$(BIN)/lint-imports

quick: lint  ## before a commit: lint, and the tests without browser, second process, notebook or training
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow"

test: check  ## set everything up, check it, run all tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

fuzz: $(STAMP)  ## new random inputs for the property tests, twenty times the 3,600 of the suite; FACTOR=6 for 20,000
	EQUIMASK_EXAMPLES=$(or $(FACTOR),20) $(BIN)/python -m pytest tests/hardening --timeout 3600

fix: $(STAMP)  ## format and mend what the linter can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)  ## speed and memory against named baselines, in one run
	$(BIN)/python -m benchmarks

chaos: $(STAMP)  ## 300 faults: kills, flipped bits, full disks, lying servers, two jobs in a folder; FAULTS=N
	$(BIN)/python -m tests.chaos --faults $(or $(FAULTS),300)

visitors: $(STAMP)  ## the page under 20 visitors at once, five of them hostile, for two minutes
	$(BIN)/python -m tests.space.load

screenshots: $(STAMP)  ## report, leaderboard, page and notebook as pictures into results/screenshots; needs chromium
	$(BIN)/python -m pip install --quiet --disable-pip-version-check nbconvert
	HF_HUB_OFFLINE=1 $(BIN)/python -m benchmarks.screenshots results/screenshots $(if $(ONLY),--only $(ONLY))

build-%: $(STAMP)  ## build a dataset: make build-NAME [SOURCE=DIR] [OUT=DIR]
	$(BIN)/python -m builders $* $(if $(SOURCE),--source $(SOURCE)) $(if $(OUT),--out $(OUT))

verify-%: $(STAMP)  ## build a dataset elsewhere and compare its content with the receipt: make verify-NAME [SOURCE=DIR]
	$(BIN)/python -m builders $* --verify $(if $(SOURCE),--source $(SOURCE))

card-%: $(STAMP)  ## render a dataset's card and figures anew from its receipt: make card-NAME
	$(BIN)/python -m builders $* --card-only

cards: $(STAMP)  ## what the specs say, anew in the README and in the cards of all metrics
	$(BIN)/python -m equimask.hub.metric_cards

publish-%: $(STAMP)  ## show what would go to the Hub: make publish-NAME ORG=ORG [YES=1] [TAG=v1.0.0]
	$(BIN)/equimask publish $(or $(firstword $(wildcard datasets/$* metrics/$*)),$*) \
	  --repo $(or $(REPO),$(ORG)/$*) $(if $(TAG),--tag $(TAG)) $(if $(YES),--yes)

datasets: build-equimask_pairs build-gender_lexicon  ## the datasets that are written here; needs no network

datasets-all: $(STAMP)  ## every dataset that the sources allow, and a table: make datasets-all SOURCE=DIR [OUT=DIR] [MODEL=DIR]
	$(BIN)/python -m builders --all $(if $(SOURCE),--source $(SOURCE)) $(if $(OUT),--out $(OUT)) $(if $(MODEL),--model $(MODEL))

# From the sources to all tables and figures of a paper, on its data, for any MODEL; LANGS are codes.
PAPERS := $(or $(OUT),results/papers)
BUILD = $(BIN)/python -m builders
FROM = $(if $(SOURCE),--source $(SOURCE)) $(foreach code,$(LANGS),--language $(code))
STUDY = $(BIN)/equimask study $(@:paper-%=%) $(or $(MODEL),embedded) $(foreach code,$(LANGS),-l $(code)) --full

paper-s_jsd: $(STAMP)  ## S_JSD and CPS, all that Steinborn et al. show: SOURCE=DIR MODEL=M [LANGS="fi de"] [OUT=DIR]
	$(BUILD) crows_pairs_multilingual $(FROM) --out $(PAPERS)/crows_pairs_multilingual
	$(STUDY) --data $(PAPERS)/crows_pairs_multilingual --out $(PAPERS)/s_jsd

paper-mbe: $(STAMP)  ## MBE and its meta-evaluation, all that Kaneko et al. show, by their words: same options
	$(BUILD) parallel_gender_sentences --words published $(FROM) --out $(PAPERS)/mbe/data/parallel_gender_sentences
	$(BUILD) crows_pairs_multilingual $(if $(SOURCE),--source $(SOURCE)) --out $(PAPERS)/mbe/data/crows_pairs_multilingual
	$(STUDY) --data papers:$(PAPERS)/mbe/data --out $(PAPERS)/mbe

paper-mgl: $(STAMP)  ## SBM, DCBM and MBE on pairs from text, all that Yu et al. show: same options
	$(BUILD) ted_gender_pairs $(FROM) --out $(PAPERS)/mgl/data/ted_gender_pairs
	$(BUILD) parallel_gender_sentences $(FROM) --no-balance --out $(PAPERS)/mgl/data/parallel_gender_sentences
	$(STUDY) --data papers:$(PAPERS)/mgl/data --out $(PAPERS)/mgl

paper-politicians: LANGS ?= en
paper-politicians: $(STAMP)  ## all that Stanczak et al. show: SOURCE=DIR MODEL="M N" [LANGS="en fr"] [NAMES=N] [OUT=DIR]
	$(BUILD) politicians $(if $(SOURCE),--source $(SOURCE)) --out $(PAPERS)/politicians/data/politicians
	$(BUILD) sentiment_lexicon $(FROM) --out $(PAPERS)/politicians/data/sentiment_lexicon
	$(BUILD) politician_completions $(foreach code,$(LANGS),--language $(code)) \
	  --politicians $(PAPERS)/politicians/data/politicians $(if $(SOURCE),--treebanks $(SOURCE)/ud) \
	  $(foreach model,$(MODEL),--model $(model)) --names $(or $(NAMES),500) \
	  --out $(PAPERS)/politicians/data/politician_completions
	$(STUDY) --data papers:$(PAPERS)/politicians/data --out $(PAPERS)/politicians \
	  $(foreach file,$(wildcard $(SOURCE)/supersense/*.predicted $(SOURCE)/supersense/*.tsv),--data $(file))

lexicon-check: $(STAMP)  ## precision and coverage of swaps on judged sentences and human pairs [LANGS="es fr"] [WRITE=1]
	$(BIN)/python -m tests.gender.swap.judged $(LANGS) $(if $(WRITE),--write)

lexicon-undo: $(STAMP)  ## swap every sentence of the shared parallel text and undo it (minutes)
	EQUIMASK_ALL=1 $(BIN)/python -m pytest tests/gender/swap/test_real_text.py

lab-model: $(STAMP)  ## train the embedded model anew (an hour)
	$(BIN)/python -m equimask.studies.laboratory train --out equimask/data/lab_model --stereotype 0.8 --prevalence 0.5 \
	  --steps 39000

lab: $(STAMP)  ## the validity experiment: a small model for each language and dose, measured (hours; resumes)
	OMP_NUM_THREADS=1 $(BIN)/python -m builders lab_validity --processes $(JOBS) --earlier datasets/lab_validity

vulnerabilities: $(STAMP)  ## ask about every pinned package: pip-audit, or without a network ADVISORIES=FILE (OSV records)
ifdef ADVISORIES
	$(BIN)/python -m upkeep.vulnerabilities $(ADVISORIES)
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(BIN)/pip-audit --strict --no-deps --disable-pip -r constraints.txt
endif

pins: $(STAMP)  ## hashes of what constraints.txt pins into requirements.lock, and licences; needs an index
	$(BIN)/python -m upkeep.pins
	$(BIN)/python -m upkeep.licences

clean:  ## remove the environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
