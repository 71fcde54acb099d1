# One command, `make check`, is all that CI runs.
PYTHON ?= python

.PHONY: site check rest empty quick format lint types rooms test cover docs web e2e e2e-whole pyodide pyodide-whole slow checked fuzz measure pythons wheels lock

# First what is short, and the front end, whose files the tests read. Then the tests, which wait for their own processes
# so often that three of them leave room on two cores, and beside them all the rest, one after the other.
check:
	$(MAKE) --jobs 2 --output-sync lint rooms web
	$(MAKE) --jobs 2 test rest

rest:
	$(MAKE) types docs pyodide e2e empty

# What was built, installed where there is nothing else.
empty:
	bash .ci/empty_environment

# What to run before each commit, in under four minutes on two cores: two games go all the way, the others wait for CI.
quick: lint types rooms
	$(PYTHON) -m pytest -n 2 --dist worksteal -m "not slow" tests/test_house.py tests/test_public_names.py tests/rules \
		tests/search tests/knowledge tests/executors tests/kernel/test_signature.py tests/kernel/test_search_cache.py \
		tests/games/test_catalog.py tests/games/test_counts.py tests/cli/test_play.py

format:
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

lint:
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	deptry src

types:
	$(PYTHON) -m mypy

rooms:
	lint-imports

test:
	$(PYTHON) -m pytest -n 3 --dist worksteal -m "not slow" --durations=25

# The same with every line watched, which takes half as long again: too long for CI.
cover:
	$(PYTHON) -m pytest -n 2 --dist worksteal -m "not slow" --cov --cov-report=term-missing:skip-covered

# The front end: its checks and unit tests, and that what is committed is what it builds. Not `npm ci`: it refuses a lock
# file without the bindings of other platforms, which not every registry has.
web:
	ulimit -S -v unlimited; cd web && npm install --no-save --silent --no-audit --no-fund
	ulimit -S -v unlimited; cd web && npm run --silent check && npm test --silent && npm run --silent build
	git diff --exit-code --stat -- docs/live src/plywise/explain/built src/plywise/export/built src/plywise/service/built

# The front end in Debian's Chromium, and the same with every game by the keyboard too.
e2e:
	ulimit -S -v unlimited; cd web && npm run --silent e2e

e2e-whole:
	ulimit -S -v unlimited; cd web && PLYWISE_E2E=whole npm run --silent e2e

# The plain rooms' tests inside Pyodide in Node: those that take a moment, and all of them.
pyodide:
	ulimit -S -v unlimited; $(PYTHON) -m tests.pyodide -q

pyodide-whole:
	ulimit -S -v unlimited; $(PYTHON) -m tests.pyodide -q --whole

docs:
	$(PYTHON) -m mkdocs build --strict --site-dir site

# The whole site, as it is published: documentation, figures to step through, and every game that hides
# nothing with its engine. Twenty minutes or so the first time, most of it for compiling.
site: docs
	$(PYTHON) -m plywise gallery all --out site/players
	$(PYTHON) -m plywise export $$($(PYTHON) -c "from plywise.games.catalog import list_games, load_game; print(*(name for name in list_games() if not load_game(name).hides))") --out site/play

slow:
	$(PYTHON) -m pytest -m slow --durations=0 --slow-record docs/slow-tests.md

# Every command of docs/measurements.md, into docs/measured.md: hours, and best on a quiet machine. After Ctrl-C,
# `make measure ARGS=--resume` continues; `make measure ARGS="twin start"` runs only these.
measure:
	$(PYTHON) benchmarks/measure.py $(ARGS)

# The twins once more, on kernels in which overflow, shifts and indices are watched.
checked:
	$(PYTHON) -m pytest -n 2 --dist worksteal -m "not slow" --checked-build $(addprefix tests/kernel/test_,signature.py search.py searching.py urgent.py \
		selective.py vectors.py expectation.py proof_number.py monte_carlo.py tree_terms.py tree_reuse.py boards.py shipped.py)

# Ten minutes of fuzzing for each parser, nearly four hours in all; needs requirements/fuzz.txt.
fuzz:
	$(PYTHON) -m tests.fuzz all --minutes 10

# The wheel on Python 3.11 to 3.13, each with the newest packages and the oldest declared: README and tutorials in ten
# minutes or so, the kernel's tests in an hour.
wheels:
	tools/pythons pages

pythons:
	tools/pythons kernel

lock:
	$(PYTHON) -m piptools compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--extra books --extra cluster --extra dev --extra docs --extra export --extra open-spiel --extra pettingzoo \
		--extra polyglot --extra web --output-file requirements/dev.lock pyproject.toml
