# make play   sets everything up and starts a game
# make test   sets everything up and runs all tests
# make balance  plays the games of docs/balance.md again and writes its tables and plots
# make check  what a change must pass besides: format, lint, types, layers, the built package

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
RULES := $(shell find src -name '*.py' -path '*/core/*' -o -name '*.py' -path '*/games/*') setup.py pyproject.toml
# What lies above the rules is the same either way and is tested once.
BOTH_WAYS := tests/core tests/conformance tests/counts tests/games tests/records tests/reference

# The extras by themselves: installing the package once more would compile it once more.
define LIST_EXTRAS
import tomllib
extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]
for name in ("dev", "arena", "bench", "ray"):
    print(*extras[name], sep="\n")
endef
export LIST_EXTRAS

BALANCED := vor-dem-wind winds-of-plunder regatta santa-timea

.PHONY: play test balance check lint types layers package clean

play: $(STAMPS)/package
	@$(BIN)/fourwinds play

test: $(STAMPS)/develop
	@echo "Testing the compiled rules"
	@$(BIN)/python -m pytest
	@echo "Testing the interpreted rules"
	@FOURWINDS_INTERPRETED=1 $(BIN)/python -m pytest $(BOTH_WAYS)

balance: $(STAMPS)/package
	@for game in $(BALANCED); do \
	    $(BIN)/fourwinds arena $$game --bots mate,mate,mate,mate --games 100 --seed 1 \
	        --max-decisions 2000 --write docs/balance.md || exit; \
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

package: $(STAMPS)/develop
	@echo "Building the package, installing it into an empty environment and playing from it"
	@bash tests/package.sh $(BIN)/python

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
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

$(STAMPS)/package: $(RULES) $(STAMPS)/tools
	@echo "Installing Four Winds and compiling its rules (a minute the first time)"
	@$(PIP) install -c constraints.txt --no-build-isolation -e .
	@$(BIN)/fourwinds doctor --line
	@touch $@

$(STAMPS)/develop: $(STAMPS)/package
	@echo "Installing the test tools"
	@$(BIN)/python -c "$$LIST_EXTRAS" > $(STAMPS)/extras.txt
	@$(PIP) install -c constraints.txt -r $(STAMPS)/extras.txt
	@touch $@
