"""What runs in a worker process: the loop that takes jobs in, the tasks that it does, and positions as data."""
