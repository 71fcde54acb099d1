"""What clients ask for, as jobs that wait for worker processes, and those processes as the server sees them."""

from plywise.service.jobs.analysis import Analysis
from plywise.service.jobs.jobs import Jobs
from plywise.service.jobs.process import Job

__all__ = ["Analysis", "Job", "Jobs"]
