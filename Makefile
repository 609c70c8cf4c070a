# The two commands of a newcomer. Both install what is missing first.

.PHONY: demo test setup

# Builds heapproof and shows its report on a list program with a bug.
demo: setup
	cargo build --release --package cli
	@echo
	@echo '$$ heapproof check examples/destroy-list.c'
	@target/release/heapproof check examples/destroy-list.c; test $$? -eq 1
	@echo
	@echo '$$ heapproof check examples/destroy-list-fixed.c'
	@target/release/heapproof check examples/destroy-list-fixed.c

# Passes all tests: the house rules, the unit tests, the corpus.
test: setup
	cargo xtask tidy
	cargo test --workspace --doc
	cargo test --workspace --lib --bins --tests

setup:
	@scripts/setup.sh
