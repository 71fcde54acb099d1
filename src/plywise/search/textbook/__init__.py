"""The book's pseudo-code in Python and nothing else: one algorithm in a file, each at most 40 lines."""
