"""Commands for who plays: against the engine, in the browser, or with its analysis."""
