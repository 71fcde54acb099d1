"""Commands that measure what the texts say."""
