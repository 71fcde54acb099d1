"""Solving spread over many processes: shards, the tasks that are done on them, and who does those."""
