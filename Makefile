# One command, `make check`, is all that CI runs.
PYTHON ?= python

.PHONY: check format lint types rooms test docs slow lock

check: lint types rooms test docs

format:
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

lint:
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .

types:
	$(PYTHON) -m mypy

rooms:
	lint-imports

test:
	$(PYTHON) -m pytest -n 2 --dist worksteal -m "not slow" --cov --cov-report=term-missing:skip-covered

docs:
	$(PYTHON) -m mkdocs build --strict --site-dir site

slow:
	$(PYTHON) -m pytest -m slow --durations=0

lock:
	$(PYTHON) -m piptools compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--extra dev --extra docs --output-file requirements/dev.lock pyproject.toml
