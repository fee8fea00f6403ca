#!/usr/bin/env python3
"""ClickHouse's HTTP interface on loopback, in front of a real engine (PyPI: chdb-core), which faults can be put into.

Usage: clickhouse.py FOLDER [PORT]

Prints its port, and ends when its standard input does, or by SIGKILL: the engine keeps its tables in FOLDER, and
another server of that folder continues with them. Rows come as `INSERT … FORMAT …` with their bytes in the body;
tokens, blocks, types and merges are the engine's own. Not played: users (a password is only compared), TLS,
replicated tables, and several requests at a time.

`POST /-/faults?next=KIND,KIND` names what happens to the next insertions, one by one; `rate=0.2&seed=7` makes random
faults of any request but these:

  none           nothing
  cut-before     the connection is closed, and nothing was done
  cut-after      the request is carried out, and the connection is closed
  500-after      the same, and the answer is 500 without an exception's text
  late           nothing is done, and the answer is 200 with an exception in its body
  head           nothing is done, and the answer is 200 with an exception in its head
  busy           nothing is done, and the answer is an exception that passes
  short          carried out; the answer has fewer bytes than it announces
  redirect       nothing is done, and the answer leads to another address
  slow           the answer comes after a quarter of a second
"""
import http.server, os, random, re, socketserver, sys, tempfile, threading, time, urllib.parse
from chdb import session

folder = sys.argv[1]
engine = session.Session(os.path.join(folder, "engine"))
engine.query("SET output_format_json_quote_64bit_integers = 1")
lock = threading.Lock()
faults = {"next": [], "rate": 0.0, "random": random.Random(0), "log": []}
PASSWORD = "s3cr3t"
KINDS = ["cut-before", "cut-after", "500-after", "late", "head", "busy", "short", "slow"]
MEANT = ("insert_deduplicate", "insert_deduplication_token", "max_insert_block_size",
         "input_format_with_types_use_header", "deduplicate_blocks_in_dependent_materialized_views",
         "input_format_null_as_default")


class Failed(Exception):
    pass


def carry_out(parameters, body):
    """The answer's bytes."""
    with lock:
        try:
            engine.query("CREATE DATABASE IF NOT EXISTS `%s`" % parameters["database"])
            engine.query("USE `%s`" % parameters["database"])
            if "query" not in parameters:
                return engine.query(body.decode()).bytes()
            match = re.fullmatch(r"(?s)(INSERT INTO .*\)) FORMAT (\w+)", parameters["query"])
            settings = ", ".join("%s = '%s'" % (name, parameters[name]) for name in MEANT if name in parameters)
            with tempfile.NamedTemporaryFile(dir=folder, suffix=".bin") as file:
                file.write(body)
                file.flush()
                engine.query("%s FROM INFILE '%s' SETTINGS %s FORMAT %s"
                             % (match[1], file.name, settings, match[2]))
            return b""
        except Exception as error:
            raise Failed(str(error))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body, head={}, length=None):
        self.send_response(status)
        for name, value in head.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)
        if length is not None:
            self.cut()

    def cut(self):
        self.close_connection = True
        self.connection.close()

    def do_POST(self):
        url = urllib.parse.urlsplit(self.path)
        parameters = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if url.path == "/-/faults":
            faults["next"] = [kind for kind in parameters.get("next", "").split(",") if kind]
            faults["rate"] = float(parameters.get("rate", 0))
            faults["random"] = random.Random(int(parameters.get("seed", 0)))
            return self.answer(200, b"")
        if self.headers.get("X-ClickHouse-Key") != PASSWORD or PASSWORD in self.path:
            return self.answer(403, b"Code: 516. DB::Exception: wrong password %s: Authentication failed. (AUTHENTICATION_FAILED)\n"
                               % (self.headers.get("X-ClickHouse-Key") or "").encode(),
                               {"X-ClickHouse-Exception-Code": "516"})
        kind = "none"
        if "query" in parameters and faults["next"]:
            kind = faults["next"].pop(0)
        elif "X-No-Faults" not in self.headers and faults["random"].random() < faults["rate"]:
            kind = faults["random"].choice(KINDS)
        # What undoes itself when it is repeated is repeated by nobody: a fault after it would need a person.
        if "EXCHANGE" in body[:20].decode("latin-1") and kind != "slow":
            kind = "none"
        text = b"Code: 241. DB::Exception: planted. (MEMORY_LIMIT_EXCEEDED)\n"
        passing = b"Code: 202. DB::Exception: planted: too many queries. (TOO_MANY_SIMULTANEOUS_QUERIES)\n"
        if kind == "cut-before":
            return self.cut()
        if kind == "late":
            return self.answer(200, b"\r\n__exception__\r\n" + passing)
        if kind == "head":
            return self.answer(200, passing, {"X-ClickHouse-Exception-Code": "202"})
        if kind == "memory":
            return self.answer(500, text, {"X-ClickHouse-Exception-Code": "241"})
        if kind == "busy":
            return self.answer(500, passing, {"X-ClickHouse-Exception-Code": "202"})
        if kind == "redirect":
            return self.answer(307, b"", {"Location": "http://127.0.0.1:9/elsewhere"})
        try:
            result = carry_out(parameters, body)
        except Failed as error:
            text = str(error).encode()
            code = re.search(rb"Code: (\d+)", text)
            return self.answer(500, text, {"X-ClickHouse-Exception-Code": code[1].decode() if code else "0"})
        if kind == "cut-after":
            return self.cut()
        if kind == "500-after":
            return self.answer(500, b"upstream went away")
        if kind == "short":
            return self.answer(200, result, length=len(result) + 10)
        if kind == "slow":
            time.sleep(0.25)
        self.answer(200, result)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True


server = Server(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
