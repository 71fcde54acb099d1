"""Commands for solving: tables and strategies, made, asked and verified."""
