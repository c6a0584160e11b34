# Every target does the set-up it needs: .venv is made once, and again when
# pyproject.toml or constraints.txt change. PYTHON chooses the interpreter (3.11 or newer).

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup play test test-long check bench bench-long bench-matches bench-everyday bench-solve clean

help:
	@echo "make play       play, analyse and understand games in the browser"
	@echo "make test       run the tests"
	@echo "make test-long  run the long tests too"
	@echo "make check      formatting, lint and types"
	@echo "make bench      measure the speed, and append it to benchmarks/RESULTS.md"
	@echo "make bench-long the same for all of Connect Four's test sets (SETS=folder): hours"
	@echo "make bench-matches  the quality of play, and other programs (WORKERS=2 GAME=othello)"
	@echo "make bench-everyday  rules as people write them, at both speeds (FILES=my_game.py)"
	@echo "make bench-solve  whole games solved (LONG=1: Dobutsu shogi, too)"
	@echo "make setup      only set up .venv, which all of these do by themselves"
	@echo "make clean      remove .venv and what the tools left behind"

setup: .venv/.ready

.venv/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Outplay needs Python 3.11 or newer: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up .venv (once; a minute or two)"
	@$(PYTHON) -m venv .venv
	@$(PIP) -e ".[cli,web,test,dev]"
	@touch $@

.venv/.bench: .venv/.ready
	@echo "Installing what we measure against"
	@$(PIP) -e ".[bench]"
	@touch $@

play: .venv/.ready
	@$(BIN)/outplay serve

test: .venv/.ready
	@$(BIN)/python -m pytest -q -n 2

test-long: .venv/.ready
	@OUTPLAY_TESTS_OPTIMISED=1 $(BIN)/python -m pytest -q -n 2 -m ""

check: .venv/.ready
	@$(BIN)/ruff format --check --quiet . || { echo "Run .venv/bin/ruff format"; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --strict

bench: .venv/.bench
	@$(BIN)/python -m benchmarks $(if $(SETS),--sets $(SETS))

bench-long: .venv/.bench
	@$(BIN)/python -m benchmarks --long $(if $(SETS),--sets $(SETS)) $(foreach part,$(PART),--part $(part))

# Apart from the rest, since py-draughts is imported by the same name as pydraughts.
.venv/rivals: .venv/.ready
	@echo "Installing what we play against"
	@$(PIP) --target $@ rust-reversi py-draughts

bench-matches: .venv/.bench .venv/rivals
	@$(BIN)/python -m benchmarks --matches --workers $(or $(WORKERS),1) $(if $(GAME),--part $(GAME))
	@PYTHONPATH=.venv/rivals $(BIN)/python -m benchmarks --rivals --workers $(or $(WORKERS),1) $(if $(GAME),--part $(GAME))

bench-everyday: .venv/.ready
	@$(BIN)/python -m benchmarks --everyday $(FILES)

bench-solve: .venv/.ready
	@$(BIN)/python -m benchmarks --solve $(if $(LONG),--long)

clean:
	@rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
