# make demo    see it work          make test    lint, types, tests
# make docs    build the manual     make bench   print the speed ratios
# make appendices    write the generated pages and pictures of the manual again
# make slow    the longer tests     make examples    tests with new random examples
# make sanitize    tests and random calls of the compiled core, built to report wrong reads and undefined behaviour
# make fuzz        damaged files of every kind, read with that core (START=N goes on from the input N)
# make crashes     kills of every long command at random moments
# make load        requests from many clients, with the memory of the server
# make hostile     ordinary requests while hostile ones are at work
# make interrupts  Ctrl-C inside every long command
PYTHON ?= python3
CXX ?= g++
VENV := .venv
BIN := $(VENV)/bin
CORE := $(shell find src/laconic/_core -name "*.cpp" -o -name "*.h")
PACKAGES := $(wildcard src/laconic/*/__init__.py src/laconic/*/*/__init__.py)

.PHONY: system build demo test lint types check slow examples sanitized-core sanitize fuzz crashes load hostile interrupts docs appendices bench clean

build: $(VENV)/.built

$(VENV)/bin/python:
	@command -v $(CXX) >/dev/null || { echo "laconic's core needs a C++17 compiler and found none: install one (Debian: apt-get install g++) or set CXX." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "laconic needs Python 3.11 or newer: set PYTHON=/path/to/python3.11." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade pip

# What builds the core (and those tools for tests that come as sources) stays in the environment, so that only changed
# files are compiled again.
$(VENV)/.tools: $(VENV)/bin/python
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], "cmake", "ninja", "setuptools", "wheel", sep="\n")' > $@.txt
	@$(BIN)/python -m pip install --quiet --requirement $@.txt
	@mv $@.txt $@

# Reinstalls only when the metadata, the compiled core or the list of packages changed: Python sources are used in place,
# but the installation remembers which names are modules and which are packages.
$(VENV)/.installed: $(VENV)/.tools pyproject.toml CMakeLists.txt $(CORE) $(PACKAGES)
	@echo "Installing laconic ..."
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	@touch $@

$(VENV)/.built: $(VENV)/.installed
	@echo "Installing what the tests need ..."
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[test]'
	@touch $@

demo: $(VENV)/.installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" bash docs/demo.sh

# Programs that tests need and that no Python package brings: a browser for the pages, Java for Spark.
system:
	@bash .ci/system chromium openjdk-17-jre-headless:java

# A worker takes half of the tests, and from the other's when it is done: neighbours share what takes long to start.
# What is compiled is kept, for the many programs that tests start. The workers fill two cores: further threads of numpy
# would only wait for one another.
test: system build lint types
	@PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses 2 --dist worksteal

lint: build
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: build
	@$(BIN)/mypy

# The tests too long for every change: a few minutes more.
slow: build
	@$(BIN)/python -m pytest -m slow

# The tests with generated examples, each ROUNDS times with new ones.
ROUNDS ?= 20
FOLDER ?= tests
examples: build
	@$(BIN)/python -m pytest --fuzz $(ROUNDS) --numprocesses 2 $(FOLDER)

# A core of its own, in build/sanitize, that stops at every read of foreign memory and at undefined behaviour. Python
# itself is not built that way, so the sanitizer is loaded before it; what Python never frees is no leak of ours.
SANITIZED := build/sanitize
WATCHED = LACONIC_CORE=$$(echo $(CURDIR)/$(SANITIZED)/_core.*.so) PYTHONPATH=tests/core:tests/fuzz PYTHONMALLOC=malloc \
  LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
sanitized-core: build
	@CXX=$(CXX) $(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
	  -DCMAKE_BUILD_TYPE=None -DLACONIC_SANITIZE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python > /dev/null
	@$(BIN)/cmake --build $(SANITIZED)

CALLS ?= 100000
sanitize: sanitized-core
	@export $(WATCHED); \
	$(BIN)/python tests/core/fuzz_kernels.py --calls $(CALLS) && \
	$(BIN)/python -m pytest -p given_core --numprocesses 0 tests/core tests/search tests/forest

INPUTS ?= 300000
START ?= 0
fuzz: sanitized-core
	@export $(WATCHED); $(BIN)/python tests/fuzz/fuzz_files.py --inputs $(INPUTS) --start $(START)

KILLS ?= 200
crashes: build
	@$(BIN)/python tests/fuzz/crash_commands.py --kills $(KILLS)

REQUESTS ?= 20000
load: build
	@$(BIN)/python tests/fuzz/load_server.py --requests $(REQUESTS)

HOSTILE ?= 4
hostile: build
	@$(BIN)/python tests/fuzz/hostile_requests.py --hostile $(HOSTILE)

TIMES ?= 3
interrupts: build
	@$(BIN)/python tests/fuzz/interrupt_commands.py --times $(TIMES)

# The variable silences a notice of the theme about its successor; the theme is maintained until May 2027.
docs: build
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[docs]'
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The manual is in site/index.html"

APPENDICES := outputs rewrites transductions $(addprefix pictures/,demo pipeline derivation quality cost screens)
appendices: system build
	@for program in $(APPENDICES); do echo "docs/$$program.py"; $(BIN)/python docs/$$program.py || exit; done

bench: build
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[bench]' || echo "Some rivals could not be installed and are left out."
	@$(BIN)/python benchmarks/_all.py

clean:
	rm -rf $(VENV) build site .mypy_cache .pytest_cache .ruff_cache
