"""Coverage-guided fuzzing of whatever reads text or bytes that may come from anybody: `python -m tests.fuzz all`."""
