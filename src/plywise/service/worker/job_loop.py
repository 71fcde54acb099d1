"""A worker: a process that runs the rules of games for the server, one job after the other.

server                                          worker
job {"number": 7, "task": "analysis", ...} -->  begun, decision, ..., decision, done (or failed)
stop 7                                     -->  the job under way ends with its best answer
end of the stream                          -->  ends at once, whatever it is doing

Rules may hang, crash or eat memory: the server ends a worker that is late, and the system one that asks for too much.
"""

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from plywise.isolation import Interrupts, ResourceLimits, apply_limits, end_with_parent, read_frame, take_pipes
from plywise.rules import PlywiseError
from plywise.service.messages import write_message
from plywise.service.worker.tasks import TASKS
from plywise.tasks import NO_ANSWER, TaskError, tell_failure

NO_MEMORY = "The rules of this game took more memory than a worker may have: see `plywise check`."


@dataclass
class JobLoop:
    """The worker's side of the pipes: takes jobs in, and does one after the other."""

    incoming: BinaryIO
    outgoing: BinaryIO
    interrupts: Interrupts = field(default_factory=Interrupts)
    jobs: "queue.SimpleQueue[dict[str, Any]]" = field(default_factory=queue.SimpleQueue)

    def listen(self) -> None:
        """Take in what the server says, in a thread of its own; where it says no more, end."""
        for line in self.incoming:
            kind, content = read_frame(line)
            if kind == "job":
                self.jobs.put(json.loads(content))
            else:
                self.interrupts.stop(json.loads(content))
        os._exit(0)

    def tell(self, kind: str, content: Any) -> None:
        """Send a message to the server, whole."""
        self._send(write_message(kind, content))

    def _send(self, frame: bytes) -> None:
        with self.interrupts.held():
            self.outgoing.write(frame)
            self.outgoing.flush()

    def work(self) -> None:
        """Do one job after the other."""
        while True:
            job = self.jobs.get()
            self.tell("begun", None)
            self._send(self._do(job))

    def _do(self, job: dict[str, Any]) -> bytes:
        """Do a job and return how it ended, as a message."""
        task: Callable[..., Any] = TASKS[job["task"]]
        try:
            with self.interrupts.within(job["number"]):
                return write_message("done", task(self.tell, **job["arguments"]))
        except KeyboardInterrupt:
            failure = TaskError("limit", NO_ANSWER)
        except MemoryError:
            failure = TaskError("rules", NO_MEMORY)
        except BaseException as error:
            if os.environ.get("PLYWISE_DEBUG") and not isinstance(error, PlywiseError):
                traceback.print_exc()
            failure = tell_failure(error)
        return write_message("failed", failure.to_data())


def main() -> None:
    """Be a worker: `python -m plywise.service.worker.job_loop MEGABYTES NICENESS`."""
    megabytes, niceness = map(int, sys.argv[1:])
    jobs = JobLoop(*take_pipes())
    signal.signal(signal.SIGINT, jobs.interrupts.ring)
    warnings.simplefilter("ignore")
    apply_limits(ResourceLimits(memory_mb=megabytes))
    end_with_parent()
    if hasattr(os, "nice") and not os.environ.get("PLYWISE_EQUAL_PRIORITY"):
        os.nice(niceness)
    threading.Thread(target=jobs.listen, daemon=True).start()
    with contextlib.suppress(BrokenPipeError):  # the service is gone, and so is whoever would read an answer
        jobs.work()


if __name__ == "__main__":
    main()
