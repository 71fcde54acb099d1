"""Where a job's files lie: in its folder or an object store, in a worker's own folder, and the journal of it all."""

from plywise.solve.spread.files.journal import Journal, read_status
from plywise.solve.spread.files.storage import TASKS, JobStorage
from plywise.solve.spread.files.task_files import BucketFiles, TaskFiles, Written
from plywise.solve.spread.files.worker_folder import WorkerFolder

__all__ = ["TASKS", "BucketFiles", "JobStorage", "Journal", "TaskFiles", "WorkerFolder", "Written", "read_status"]
