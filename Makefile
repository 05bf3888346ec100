# paipu: `make demo` sets everything up and runs the main job, `make test` the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LAKE ?= data/lake

.PHONY: setup demo test lint bench docs samples clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else f"paipu needs Python 3.11 or later, {sys.executable} is {v[0]}.{v[1]}; say make PYTHON=python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing paipu and its libraries into $(VENV) (about two minutes)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(STAMP)

demo: setup
	@$(BIN)/python -m engine.warm
	@$(BIN)/paipu demo --lake $(LAKE)

# Test files are dealt out to one process a core, in their order: long ones stand early enough.
test: setup
	@$(BIN)/python -m engine.warm
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/sqlfluff lint --disable-progress-bar pipelines

bench: setup
	@$(BIN)/python -m tests.bench

docs: setup
	@$(BIN)/python -m dashboards.docs.options
	@$(BIN)/python -m dashboards.docs.statistics
	@$(BIN)/python -m dashboards.docs.walkthrough

samples: setup
	@$(BIN)/python -m pipelines.samples

clean:
	rm -rf $(VENV) .cache .prefect
