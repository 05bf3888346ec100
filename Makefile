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

# The engine's tests run beside the others, on machines with two cores in half the time.
test: setup
	@$(BIN)/python -m engine.warm
	@mkdir -p .cache; $(BIN)/python -m pytest tests/engine > .cache/engine-tests.log 2>&1 & engine=$$!; \
	$(BIN)/python -m pytest --ignore=tests/engine; others=$$?; \
	wait $$engine; status=$$?; cat .cache/engine-tests.log; exit $$((others + status))

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
