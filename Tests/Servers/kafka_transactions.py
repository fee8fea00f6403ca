#!/usr/bin/env python3
"""A broker of Kafka's protocol with transactions, in memory: what librdkafka's mock cluster leaves out.

Usage: kafka_transactions.py

It writes marks at the ends of transactions, tells consumers the last stable offset and the aborted transactions, fences
producers, aborts transactions that take too long, makes topics and tells their settings. A model of Kafka's documented
behaviour (KIP-98), not Kafka itself. One broker, no groups, no TLS.

Prints its port, and ends when its standard input does. Lines there are instructions, each answered by a line:

create TOPIC PARTITIONS [NAME=VALUE…]   makes a topic
delete TOPIC                            removes it with its messages
fault API before|after N                closes the connection at the next N such requests, without or after doing them
error API CODE N                        answers the next N such requests with an error, and does nothing
markers MILLISECONDS                    how long after a transaction was decided its marks are written
count API                               how many such requests were done
open                                    how many transactions are open
"""
import os, socket, struct, sys, threading, time

from kafka_wire import Reader, array, compact_array, compact_text, crc32c, frame, text

PRODUCE, FETCH, OFFSETS, METADATA, COORDINATOR, VERSIONS = 0, 1, 2, 3, 10, 18
CREATE, INIT, ADD, END, DESCRIBE = 19, 22, 24, 26, 32
SUPPORTED = {PRODUCE: 3, FETCH: 4, OFFSETS: 2, METADATA: 12, COORDINATOR: 1, VERSIONS: 0, CREATE: 4, INIT: 1, ADD: 0,
             END: 1, DESCRIBE: 1}
OUT_OF_RANGE, UNKNOWN_TOPIC, TOO_LARGE, UNSUPPORTED, EXISTS = 1, 3, 10, 35, 36
BAD_SEQUENCE, OLD_EPOCH, BAD_STATE, BAD_MAPPING, CONCURRENT = 45, 47, 48, 49, 51
# From this version on, lengths are numbers of seven bits a byte, and fields may follow that have tags.
FLEXIBLE_METADATA = 9
lock = threading.Condition(threading.RLock())


class Partition:
    def __init__(self):
        self.batches, self.end = [], 0  # (first, last, bytes)
        self.open, self.aborted = {}, []  # producer: first offset; (producer, first, last)
        self.sequences = {}  # (producer, epoch): [next, {first sequence: offset}]

    def stable(self):
        return min(self.open.values(), default=self.end)

    def append(self, batch, count):
        first = self.end
        self.end += count
        self.batches.append((first, self.end - 1, struct.pack(">q", first) + batch[8:]))
        return first

    def produce(self, batch, limit):
        attributes, last, producer, epoch, sequence = struct.unpack_from(">hi16xqhi", batch, 21)
        if len(batch) > limit:
            return TOO_LARGE, -1
        known = self.sequences.setdefault((producer, epoch), [0, {}])
        if sequence in known[1]:
            return 0, known[1][sequence]
        if producer >= 0 and sequence != known[0]:
            return BAD_SEQUENCE, -1
        first = self.append(batch, last + 1)
        known[0] = sequence + last + 1
        known[1][sequence] = first
        if attributes & 0x10:
            self.open.setdefault(producer, first)
        return 0, first

    def mark(self, producer, epoch, commits):
        """The mark at the end of a transaction: a control batch."""
        record = b"\0\0\0" + b"\x08" + struct.pack(">hh", 0, commits) + b"\x0c" + struct.pack(">hi", 0, 0) + b"\0"
        now = int(time.time() * 1000)
        body = struct.pack(">hiqqqhii", 0x30, 0, now, now, producer, epoch, -1, 1) + bytes([2 * len(record)]) + record
        first = self.append(struct.pack(">qiibI", 0, len(body) + 9, 0, 2, crc32c(body)) + body, 1)
        begin = self.open.pop(producer, None)
        if not commits and begin is not None:
            self.aborted.append((producer, begin, first))


class Transaction:
    def __init__(self, producer):
        self.producer, self.epoch, self.state, self.partitions = producer, -1, "empty", set()
        self.begin = self.limit = self.decided = 0

    def decide(self, commits):
        self.state, self.decided = "committing" if commits else "aborting", time.monotonic()

    def complete(self):
        """Writes the marks of a decided transaction once it is their time."""
        if self.state not in ("committing", "aborting") or time.monotonic() - self.decided < markers:
            return
        for topic, number in self.partitions:
            if topic in topics:
                topics[topic][number].mark(self.producer, self.epoch, self.state == "committing")
        self.partitions = set()
        self.state = "committed" if self.state == "committing" else "aborted"
        lock.notify_all()


topics, settings, ids, transactions, faults, errors, counts = {}, {}, {}, {}, {}, {}, {}
markers, producers = 0.0, 1000


def watch():
    while True:
        time.sleep(0.01)
        with lock:
            for one in transactions.values():
                if one.state == "open" and time.monotonic() - one.begin > one.limit:
                    one.epoch += 1
                    one.decide(False)
                one.complete()


def partition(topic, number):
    found = topics.get(topic, [])
    return found[number] if 0 <= number < len(found) else None


def metadata(r, version):
    if version >= FLEXIBLE_METADATA:
        return flexible_metadata(r, version)
    wanted = r.array(r.text)
    names = list(topics) if wanted is None else wanted
    offline = array([]) if version >= 5 else b""
    epoch = struct.pack(">i", 0) if version >= 7 else b""
    allowed = struct.pack(">i", -1 << 31) if version >= 8 else b""
    found = []
    for name in names:
        parts = [struct.pack(">hii", 0, i, 1) + epoch + array([struct.pack(">i", 1)]) * 2 + offline
                 for i in range(len(topics.get(name, [])))]
        found.append(struct.pack(">h", 0 if parts else UNKNOWN_TOPIC) + text(name) + b"\0" + array(parts) + allowed)
    broker = struct.pack(">i", 1) + text("127.0.0.1") + struct.pack(">i", port) + text(None)
    return ((struct.pack(">i", 0) if version >= 3 else b"") + array([broker]) + (text("model") if version >= 2 else b"")
            + struct.pack(">i", 1) + array(found) + allowed)


def flexible_metadata(r, version):
    """With the topics' ids, from version 10 on."""
    def wanted():
        if version >= 10:
            r.bytes(16)
        name = r.compact_text()
        r.skip_tags()
        return name
    number = r.count()
    names = list(topics) if number == 0 else [wanted() for _ in range(number - 1)]
    nodes, allowed, tags = compact_array([struct.pack(">i", 1)]), struct.pack(">i", -1 << 31), b"\0"
    found = []
    for name in names:
        parts = [struct.pack(">hiii", 0, i, 1, 0) + nodes * 2 + compact_array([]) + tags
                 for i in range(len(topics.get(name, [])))]
        identity = ids.get(name, bytes(16)) if version >= 10 else b""
        found.append(struct.pack(">h", 0 if parts else UNKNOWN_TOPIC) + compact_text(name) + identity + b"\0"
                     + compact_array(parts) + allowed + tags)
    broker = struct.pack(">i", 1) + compact_text("127.0.0.1") + struct.pack(">i", port) + compact_text(None) + tags
    return (struct.pack(">i", 0) + compact_array([broker]) + compact_text("model") + struct.pack(">i", 1)
            + compact_array(found) + (allowed if version <= 10 else b"") + tags)


def produce(r, version, code):
    identity = r.text()
    r.take("h"), r.take("i")

    def part(topic):
        number = r.take("i")
        batch = r.bytes(r.take("i"))
        error, first = code or UNKNOWN_TOPIC, -1
        target = partition(topic, number)
        if target and not code:
            one = transactions.get(identity)
            producer, epoch = struct.unpack_from(">qh", batch, 43)
            if identity is None:
                error = 0
            elif one is None or one.producer != producer:
                error = BAD_MAPPING
            elif one.epoch != epoch:
                error = OLD_EPOCH
            else:
                error = 0 if one.state == "open" and (topic, number) in one.partitions else BAD_STATE
            if not error:
                error, first = target.produce(batch, int(settings[topic].get("max.message.bytes", 1048588)))
                lock.notify_all()
        return struct.pack(">ihqq", number, error, first, -1)

    def topic():
        name = r.text()
        return text(name) + array(r.array(lambda: part(name)))
    return array(r.array(topic)) + struct.pack(">i", 0)


def fetch(r):
    r.take("i")
    wait, _, _, committed = r.take("i"), r.take("i"), r.take("i"), r.take("b")
    asked = r.array(lambda: (r.text(), r.array(lambda: (r.take("i"), r.take("q"), r.take("i")))))
    until = time.monotonic() + wait / 1000
    while True:
        answer, found = [], False
        for topic, parts in asked:
            answers = []
            for number, offset, room in parts:
                source = partition(topic, number)
                if not source or offset > source.end:
                    error = OUT_OF_RANGE if source else UNKNOWN_TOPIC
                    answers.append(struct.pack(">ihqqii", number, error, -1, -1, -1, 0))
                    found = True
                    continue
                end = source.stable() if committed else source.end
                data, last = b"", offset
                for first, final, batch in source.batches:
                    if final >= offset and first < end and (not data or len(data) + len(batch) <= room):
                        data, last = data + batch, final
                aborted = [struct.pack(">qq", p, first) for p, first, final in source.aborted
                           if committed and final >= offset and first <= last]
                answers.append(struct.pack(">ihqq", number, 0, source.end, source.stable()) + array(aborted)
                               + struct.pack(">i", len(data)) + data)
                found = found or data
            answer.append(text(topic) + array(answers))
        if found or time.monotonic() >= until:
            return struct.pack(">i", 0) + array(answer)
        lock.wait(max(until - time.monotonic(), 0))


def offsets(r, version):
    r.take("i")
    committed = version >= 2 and r.take("b")

    def part(topic):
        number, when = r.take("i"), r.take("q")
        source = partition(topic, number)
        if not source:
            return struct.pack(">ihqq", number, UNKNOWN_TOPIC, -1, -1)
        offset = 0 if when == -2 else source.stable() if committed else source.end
        return struct.pack(">ihqq", number, 0, -1, offset)

    def topic():
        name = r.text()
        return text(name) + array(r.array(lambda: part(name)))
    return (struct.pack(">i", 0) if version >= 2 else b"") + array(r.array(topic))


def initialize(r, code):
    global producers
    identity, limit = r.text(), r.take("i")
    if code:
        return struct.pack(">ihqh", 0, code, -1, -1)
    if identity not in transactions:
        producers += 1
        transactions[identity] = Transaction(producers)
    one = transactions[identity]
    if one.state == "open":
        one.epoch += 1
        one.decide(False)
    one.complete()
    if one.state in ("committing", "aborting"):
        return struct.pack(">ihqh", 0, CONCURRENT, -1, -1)
    one.epoch, one.state, one.limit = one.epoch + 1, "empty", limit / 1000
    return struct.pack(">ihqh", 0, 0, one.producer, one.epoch)


def fault_of(one, producer, epoch):
    if one is None or one.producer != producer:
        return BAD_MAPPING
    return OLD_EPOCH if one.epoch != epoch else CONCURRENT if one.state in ("committing", "aborting") else 0


def add(r, code):
    one, producer, epoch = transactions.get(r.text()), r.take("q"), r.take("h")
    error = code or fault_of(one, producer, epoch)

    def topic():
        name = r.text()
        numbers = r.array(lambda: r.take("i"))
        if not error:
            if one.state != "open":
                one.state, one.begin = "open", time.monotonic()
            one.partitions |= {(name, number) for number in numbers}
        return text(name) + array([struct.pack(">ih", number, error) for number in numbers])
    return struct.pack(">i", 0) + array(r.array(topic))


def end(r, code):
    one, producer, epoch, commits = transactions.get(r.text()), r.take("q"), r.take("h"), r.take("b")
    wanted = ("committing", "committed") if commits else ("aborting", "aborted")
    error = code or fault_of(one, producer, epoch)
    if error == CONCURRENT and one.state == wanted[0]:
        error = 0
    elif not error and one.state == "open":
        one.decide(commits)
        one.complete()
    elif not error and one.state != wanted[1]:
        error = BAD_STATE
    return struct.pack(">ih", 0, error)


def make(name, partitions, given):
    topics[name], settings[name], ids[name] = [Partition() for _ in range(partitions)], given, os.urandom(16)


def create(r, version):
    def pair():
        return r.text(), r.text()

    def topic():
        name, number, _ = r.text(), r.take("i"), r.take("h")
        r.array(lambda: (r.take("i"), r.array(lambda: r.take("i"))))
        given = dict(r.array(pair))
        error = EXISTS if name in topics else 0
        if not error:
            make(name, number if number > 0 else 3, given)
        return text(name) + struct.pack(">h", error) + (text(None) if version >= 1 else b"")
    return (struct.pack(">i", 0) if version >= 2 else b"") + array(r.array(topic))


def describe(r, version, code):
    def resource():
        kind, name = r.take("b"), r.text()
        r.array(r.text)
        error = code or (0 if name in topics else UNKNOWN_TOPIC)
        known = {"cleanup.policy": "delete", "max.message.bytes": "1048588", **settings.get(name, {})}
        more = array([]) if version >= 1 else b""
        entries = [text(key) + text(value) + b"\0\x01\0" + more for key, value in known.items()]
        return struct.pack(">h", error) + text(None) + struct.pack(">b", kind) + text(name) + array(
            [] if error else entries)
    return struct.pack(">i", 0) + array(r.array(resource))


def coordinator(version):
    where = struct.pack(">i", 1) + text("127.0.0.1") + struct.pack(">i", port)
    return struct.pack(">ih", 0, 0) + text(None) + where if version >= 1 else struct.pack(">h", 0) + where


def versions(version):
    listed = [struct.pack(">hhh", key, 0, most) for key, most in SUPPORTED.items()]
    return struct.pack(">h", UNSUPPORTED if version > 0 else 0) + array(listed)


def answer(api, version, r, code):
    if api == METADATA: return metadata(r, version)
    if api == PRODUCE: return produce(r, version, code)
    if api == FETCH: return fetch(r)
    if api == OFFSETS: return offsets(r, version)
    if api == COORDINATOR: return coordinator(version)
    if api == INIT: return initialize(r, code)
    if api == ADD: return add(r, code)
    if api == END: return end(r, code)
    if api == CREATE: return create(r, version)
    if api == DESCRIBE: return describe(r, version, code)
    return versions(version)


def serve(connection):
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while True:
            r = Reader(frame(connection)[4:])
            api, version, correlation = r.take("h"), r.take("h"), r.take("i")
            r.text()
            is_flexible = api == METADATA and version >= FLEXIBLE_METADATA
            if is_flexible:
                r.skip_tags()
            with lock:
                when = None
                if faults.get(api, ("", 0))[1] > 0:
                    when = faults[api][0]
                    faults[api] = (when, faults[api][1] - 1)
                if when == "before":
                    break
                code = 0
                if errors.get(api, (0, 0))[1] > 0:
                    code = errors[api][0]
                    errors[api] = (code, errors[api][1] - 1)
                else:
                    counts[api] = counts.get(api, 0) + 1
                body = answer(api, version, r, code)
            if when == "after":
                break
            head = struct.pack(">i", correlation) + (b"\0" if is_flexible else b"")
            connection.sendall(struct.pack(">i", len(head) + len(body)) + head + body)
    except OSError:
        pass
    connection.close()


def instruct(words):
    global markers
    if words[0] == "create":
        make(words[1], int(words[2]), dict(word.split("=", 1) for word in words[3:]))
    elif words[0] == "delete":
        del topics[words[1]], settings[words[1]], ids[words[1]]
    elif words[0] == "fault":
        faults[int(words[1])] = (words[2], int(words[3]))
    elif words[0] == "error":
        errors[int(words[1])] = (int(words[2]), int(words[3]))
    elif words[0] == "markers":
        markers = int(words[1]) / 1000
    elif words[0] == "count":
        return counts.get(int(words[1]), 0)
    elif words[0] == "open":
        return sum(one.state == "open" for one in transactions.values())
    return "ok"


def accept():
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0), backlog=64)
port = listener.getsockname()[1]
threading.Thread(target=watch, daemon=True).start()
threading.Thread(target=accept, daemon=True).start()
print(port, flush=True)
for line in sys.stdin:
    with lock:
        print(instruct(line.split()), flush=True)
