"""A second client of the database, which does something to the job's table, and undoes it; and what it knows of that."""

import os
import subprocess
import threading
from collections import Counter

from actions import quoted

# What it does, and how it undoes it; $T is the table, $S a part of the rows.
DOES = {
    "lock": ("", ""),
    "narrow": ("alter table $T alter column text type varchar(5) using left(text, 5)",
               "alter table $T alter column text type text"),
    "notnull": ("alter table $T add column extra int not null default 0; alter table $T alter column extra drop default",
                "alter table $T drop column extra"),
    "dropped": ("alter table $T drop column text", "alter table $T add column text text"),
    "deleted": ("delete from $T where $S", ""),
    "emptied": ("delete from $T", ""),
    "renamed": ("alter table $T rename to $T_away", "alter table $T_away rename to $T"),
    "remade": ("create table $T_new (id $INT, text text$KEY); insert into $T_new select id, text from $T; "
               "drop table $T; alter table $T_new rename to $T", ""),
    "raises": ("raise(abort, 'the client refuses it')", "drop"),
    "drops": ("raise(ignore)", "drop"),
    "changes": ("update $T set text = new.text || '!' where rowid = new.rowid", "drop"),
}
TRIGGERS = {"raises": "raise exception 'the client refuses it'", "drops": "return null",
            "changes": "new.text := new.text || '!'"}


class Client:
    def __init__(self, actions, target, values):
        self.actions, self.target, self.does = actions, target, values["client"]
        self.is_server, self.mode = target.sink == "postgresql", values["mode"]
        self.is_undone, self.locks = True, []
        # Rows that it has removed; texts that it has made; and for each time in which records were refused, dropped or
        # changed because of it, which ones, and the event that ended it.
        self.removed, self.texts, self.spans = Counter(), {}, []

    @property
    def database(self):
        return os.environ["SLUICE_POSTGRES"] if self.is_server else self.actions.path(self.target.rows_file)

    @property
    def command(self):
        if self.is_server:
            return ["psql", self.database, "-qAt", "-v", "ON_ERROR_STOP=1"]
        return ["sqlite3", "-bail", "-cmd", ".timeout 9000", self.database]

    @property
    def shown(self):
        """Its command, as a script has it."""
        return 'psql "$SLUICE_POSTGRES"' if self.is_server else f"sqlite3 -cmd '.timeout 9000' {self.target.rows_file}"

    def filled(self, sql, part=0):
        return (sql.replace("$T", self.target.table).replace("$S", f"id % 2 = {part % 2}")
                .replace("$INT", "bigint" if self.is_server else "integer")
                .replace("$KEY", ", unique (id)" if self.mode in ("upsert", "ignore") else ""))

    def run(self, sql):
        """Numbers and texts that a transaction finds; None: it was refused, and has done nothing."""
        if not (self.is_server or os.path.exists(self.database)):
            return None
        sql = f"begin{'' if self.is_server else ' immediate'};\n{sql};\ncommit;\n"
        found = subprocess.run(self.command, input=sql.encode(), capture_output=True)
        if found.returncode:
            return None
        self.actions.say(f"{self.shown} <<'SQL'\n{sql}SQL")
        return found.stdout.decode().split("\n")[:-1]

    def disturb(self, number, event):
        """`number` decides how long a lock is held, and which rows are meant."""
        if self.does == "none" or not self.is_undone:
            return
        if self.does == "lock":
            return self.lock(0.2 + number % 7 * 0.3)
        first = self.filled("lock table $T in access exclusive mode; " if self.is_server else "")
        known = self.run(first + self.filled(f"select id from $T{' where $S' if self.does == 'deleted' else ''}; "
                                             f"{self.sql(number)}", number))
        if known is None:
            return  # There is no table yet, or it can't be had.
        known = [int(each) for each in known if each]
        self.is_undone = not DOES[self.does][1]
        if self.does in ("deleted", "emptied"):
            self.removed.update(known)
        for each in known:
            self.texts[each] = {"dropped": {None, ""}, "narrow": {f"t{each:05d}"[:5]}}.get(self.does, set())
        if self.does in ("narrow", "notnull", *TRIGGERS):
            # The remainder of the numbers that a trigger refuses or drops.
            self.spans.append([number % 3 if self.does in ("raises", "drops") else None, None])

    def sql(self, number):
        does = DOES[self.does][0]
        if self.does not in TRIGGERS:
            return does
        when = "" if self.does == "changes" else f"new.id % 3 = {number % 3}"
        if not self.is_server and not when:
            return f"create trigger client_does after insert on $T begin {does}; end"
        if not self.is_server:
            return f"create trigger client_does before insert on $T when {when} begin select {does}; end"
        then = f"if {when or 'true'} then {TRIGGERS[self.does]}; end if; return new;"
        return (f"create or replace function $T_does() returns trigger language plpgsql as $$ begin {then} end $$; "
                "create trigger client_does before insert on $T for each row execute function $T_does()")

    def lock(self, seconds):
        """Holds the table, and lets go of it after a while, whatever else happens."""
        if not (self.is_server or os.path.exists(self.database)):
            return
        begin = self.filled("begin; lock table $T in access exclusive mode;") if self.is_server else "begin exclusive;"
        self.actions.say(f"(echo '{begin}'; sleep {seconds:.1f}; echo 'commit;') | {self.shown} &")
        nowhere = subprocess.DEVNULL
        holder = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)
        holder.stdin.write(begin.encode() + b"\n")
        holder.stdin.flush()
        self.locks.append(threading.Timer(seconds, holder.communicate, [b"commit;\n"]))
        self.locks[-1].start()

    def leave(self):
        for timer in self.locks:
            timer.join()

    def undo(self, event):
        """As it was, but for what can't be brought back."""
        self.leave()
        if self.is_undone:
            return
        drop = "drop trigger client_does" + (" on $T; drop function $T_does" if self.is_server else "")
        self.is_undone = self.run(self.filled(drop if self.does in TRIGGERS else DOES[self.does][1])) is not None
        if not self.is_undone and self.does == "renamed":
            # The job has made another one of that name, and this one stays away.
            lost = self.run(self.filled("select id from $T_away; drop table $T_away"))
            self.removed.update(int(each) for each in lost or [] if each)
            self.is_undone = True
        if self.spans and self.spans[-1][1] is None:
            self.spans[-1][1] = event

    @property
    def has_left_rows(self):
        """Whether what is not in the table has not been there."""
        return self.is_undone and not self.removed

    # What an auditor asks -------------------------------------------------------------------------

    def is_text(self, line, text):
        """Whether it has made the row's text what it is."""
        return text in self.texts.get(line.number, ()) or (
            self.does == "changes" and text == line.text + "!" and self.may_touch(line))

    def drops(self, line):
        return self.does == "drops" and self.may_touch(line)

    def may_touch(self, line):
        """Whether a record was written before what it does to records was undone."""
        return any((end is None or line.begun <= end) and (part is None or line.number % 3 == part)
                   for part, end in self.spans)
