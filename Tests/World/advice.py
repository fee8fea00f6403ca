"""What a person does who reads why a run was refused. A message without one of these leaves them helpless."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Advice:
    name: str
    says: str
    # What the world does: run again, with a flag that the message names; or move a thing at a path away.
    flag: str = ""


PUT_BACK = Advice("put back the reject file", r"Put (back the file of that run|them back)")

MOVE_AWAY = Advice("move it away", r"move it away to go on without it")

# The first whose words stand in the message counts.
KNOWN = (
    Advice("room on the disk", r"when the disk has room|No space left|File too large"),
    Advice("end the other one", r"in use: another|another (run|process|writer|import)"),
    PUT_BACK,
    MOVE_AWAY,
    # The second client, whom a person asks to put things back.
    Advice("have it undone", r"has no column|may not be NULL and has no default|Bring it back|does not exist|"
           r"remove what is in the way"),
    Advice("--adopt-table", r"--adopt-table", "--adopt-table"),
    Advice("--table-may-be-empty", r"--table-may-be-empty", "--table-may-be-empty"),
    Advice("restore the file", r"[Rr]estore (it|the file|that file)"),
    Advice("--restart", r"--restart", "--restart"),
    # A file that was listed, and packed or renamed before it was read.
    Advice("again", r"can't read .*: No such file or directory"),
    Advice("again", r"[Rr]un (the same command|the job|it) again"),
    # What a server or a client did between two looks, and what a later run tells more about.
    Advice("another target", r"Import it into another table"),
    Advice("again", r"read it again from its start|made anew while rows were stored in it"),
    Advice("again", r"have the server send the object|which contradict each other|the server answered (404|429|50\d)"),
)


def advice(errors, has_moved_rejects):
    """What a person does; rejects are put back only by those who know where they went."""
    for each in KNOWN:
        if re.search(each.says, errors) and (each != PUT_BACK or has_moved_rejects):
            return each
    return None
