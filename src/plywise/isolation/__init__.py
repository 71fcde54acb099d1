"""Work in a child process: limits of time and memory, pipes, alarms, what a dead child said."""

from plywise.isolation.alarms import Alarm
from plywise.isolation.child import Child, ChildEndedError
from plywise.isolation.clocks import FairClock
from plywise.isolation.deaths import LastFrame, describe_exit, read_last_words
from plywise.isolation.dialogue import Dialogue, DialogueError
from plywise.isolation.frames import LONGEST_FRAME, read_frame, write_frame
from plywise.isolation.guards import RefusedError, guard_process
from plywise.isolation.interrupts import Interrupts
from plywise.isolation.limits import ResourceLimits, apply_limits, end_with_parent
from plywise.isolation.pipes import print_to_stderr, take_pipes
from plywise.isolation.programs import kill_family, module_command, start_program

__all__ = [
    "LONGEST_FRAME",
    "Alarm",
    "Child",
    "ChildEndedError",
    "Dialogue",
    "DialogueError",
    "FairClock",
    "Interrupts",
    "LastFrame",
    "RefusedError",
    "ResourceLimits",
    "apply_limits",
    "describe_exit",
    "end_with_parent",
    "guard_process",
    "kill_family",
    "module_command",
    "print_to_stderr",
    "read_frame",
    "read_last_words",
    "start_program",
    "take_pipes",
    "write_frame",
]
