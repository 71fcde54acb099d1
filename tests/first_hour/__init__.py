"""What issue 40 must show: anybody's own rules, answered in time and alike through every door."""
