"""What runs in a worker process: the loop that takes jobs in, and the tasks that it does."""
