# Every target does its own set-up. Needs Python 3.11 or newer with pip; packages come from the index pip is set up for.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test test-lowest fuzz check clean

demo: $(VENV)/.installed
	@$(BIN)/python bench/demo.py

test: check
	@$(BIN)/python -m pytest -n auto

test-lowest: $(VENV)/.installed-dev
	@rm -rf $(VENV)-lowest && $(PYTHON) -m venv $(VENV)-lowest
	@$(PYTHON) bench/lowest.py >$(VENV)-lowest/lowest.txt
	@$(VENV)-lowest/bin/pip install --quiet --disable-pip-version-check 'pip>=25.1'
	@$(VENV)-lowest/bin/pip install --quiet --disable-pip-version-check -c $(VENV)-lowest/lowest.txt -e . --group dev
	@$(VENV)-lowest/bin/python -m pytest -n auto

fuzz: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest tests/obsidian -m hypothesis --hypothesis-profile=fuzz --durations=0 --durations-min=1

check: $(VENV)/.installed-dev
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "notegen needs Python 3.11 or newer; $(PYTHON) is older. Name one: make PYTHON=python3.12 demo"; exit 1; }
	@echo "installing notegen into $(VENV) (once)"
	@mkdir -p $(VENV) && $(PYTHON) -m venv $(VENV) >$(VENV)/install.log 2>&1 && \
	  $(BIN)/pip install --disable-pip-version-check --retries 1 --timeout 10 -e . >>$(VENV)/install.log 2>&1 || \
	  { echo "the packages notegen needs could not be installed (is a package index reachable?); see $(VENV)/install.log"; exit 1; }
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "installing the developers' packages into $(VENV) (once)"
	@{ $(BIN)/pip install --disable-pip-version-check --retries 1 --timeout 10 'pip>=25.1' && \
	  $(BIN)/pip install --disable-pip-version-check --retries 1 --timeout 10 --group dev; } >>$(VENV)/install.log 2>&1 || \
	  { echo "the developers' packages could not be installed (is a package index reachable?); see $(VENV)/install.log"; exit 1; }
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-lowest build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
