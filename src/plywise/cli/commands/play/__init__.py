"""Commands for playing: against the engine, in the browser, or with its analysis."""
