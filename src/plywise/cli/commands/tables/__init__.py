"""Commands for who solves: tables and strategies, made, asked and verified."""
