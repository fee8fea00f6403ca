"""Serves a folder's files as the objects of a bucket (/world/KEY, with ListObjectsV2), and misbehaves in one way.

usage: store.py FOLDER MANNER, which prints its address; from the signal USR1 on it behaves well
"""

import hashlib
import os
import random
import signal
import socket
import struct
import sys
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, unquote_to_bytes, urlsplit
from xml.sax.saxutils import escape

# What goes wrong now and then, and what is always so.
NOW_AND_THEN = ("short", "cut", "busy", "limited", "length", "etags", "redirect", "coding", "gone", "lists", "slow")
ALWAYS = ("weak", "ranges", "stale")
# In a row, of one object: fewer than the tool's attempts.
MOST = 2


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        url, store = urlsplit(self.path), self.server.store
        if "list-type" in url.query:
            return self.list(parse_qs(url.query))
        key = os.fsdecode(unquote_to_bytes(url.path)).split("/", 2)[-1]
        data, fault = store.content(key), store.fault(key)
        if fault == "busy":
            return self.answer(random.choice((500, 503)), b"")
        if fault == "limited":
            return self.answer(429, b"", ("Retry-After", "1"))
        if fault == "redirect":
            return self.answer(307, b"", ("Location", self.path.replace("/world/", "/moved/", 1)))
        if data is None or fault == "gone":
            return self.answer(404, b"<Error><Code>NoSuchKey</Code><Message>There is none.</Message></Error>")
        self.send(data, fault, store.etag(data, fault))

    def send(self, data, fault, etag):
        headers = [("ETag", etag), ("Accept-Ranges", "bytes")]
        status, wanted = 200, self.headers.get("Range")
        if etag not in self.headers.get("If-Match", etag):
            return self.answer(412, b"")
        if wanted and self.server.store.now != "ranges" and self.headers.get("If-Range", etag) == etag:
            first, last = wanted.partition("=")[2].split("-")
            first, last = int(first), min(int(last or len(data)), len(data) - 1)
            if first >= len(data):
                return self.answer(416, b"", ("Content-Range", f"bytes */{len(data)}"), *headers)
            status, headers = 206, [*headers, ("Content-Range", f"bytes {first}-{last}/{len(data)}")]
            data = data[first:last + 1]
        headers += [("Content-Encoding", "br")] if fault == "coding" else []
        self.answer(status, data[:-1 - len(data) // 3] if fault == "length" else data, *headers, fault=fault)

    def answer(self, status, data, *headers, fault=None):
        self.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(data)))):
            self.send_header(name, value)
        self.end_headers()
        if fault in ("short", "cut"):
            self.wfile.write(data[:len(data) // 2])
            self.wfile.flush()
            if fault == "cut":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
            return
        step = len(data) // 10 + 1 if fault == "slow" else len(data) + 1
        for i in range(0, len(data), step):
            self.wfile.write(data[i:i + step])
            self.wfile.flush()
            time.sleep(0.05 if fault == "slow" else 0)

    def list(self, query):
        """Misbehaving, a page has one or two keys, repeats the last one's, is out of order, or cut."""
        store = self.server.store
        fault, token = store.fault("") == "lists", query.get("continuation-token", ["0"])[0]
        found = [each for each in store.listed() if each[0].startswith(query.get("prefix", [""])[0])]
        size, start = (2 if store.now == "lists" else 1000), int(token)
        page = found[max(0, start - fault):start + size]
        rest = start + size < len(found)
        if fault:
            page.reverse()
        body = "".join(f"<Contents><Key>{escape(quote(key.encode('utf-8', 'surrogateescape')))}</Key>"
                       f"<ETag>{escape(etag)}</ETag><Size>{length}</Size></Contents>" for key, etag, length in page)
        more = f"<NextContinuationToken>{start + size}</NextContinuationToken>" if rest else ""
        text = (f"<ListBucketResult><EncodingType>url</EncodingType><KeyCount>{len(page)}</KeyCount>"
                f"<IsTruncated>{str(rest).lower()}</IsTruncated>{body}{more}</ListBucketResult>")
        self.answer(200, text.encode()[:len(text) // 2 if fault and random.random() < 0.3 else None])


class Store:
    def __init__(self, folder, manner):
        self.folder, self.now = folder, manner
        self.strikes, self.old, self.lock = {}, [], threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads, self.server.store = True, self
        self.server.handle_error = lambda *_: None
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def heal(self, *_):
        self.now = self.now if self.now == "weak" else "sound"

    def fault(self, key):
        """What goes wrong with this request, if anything does."""
        with self.lock:
            count = self.strikes.get(key, 0)
            strikes = self.now in NOW_AND_THEN and count < MOST and random.random() < 0.7
            self.strikes[key] = count + 1 if strikes else 0
        return self.now if strikes else None

    def etag(self, data, fault=None):
        weak = "W/" if self.now == "weak" else ""
        return f'{weak}"{hashlib.md5(data).hexdigest()}{"-" + str(random.randrange(99)) if fault == "etags" else ""}"'

    def content(self, key):
        path = os.path.join(self.folder, key)
        with suppress(OSError), open(path, "rb") as file:
            return file.read()

    def listed(self):
        """Keys with ETags and sizes; a stale list is one of an earlier time."""
        now = []
        for folder, _, names in os.walk(self.folder):
            keys = (os.path.relpath(os.path.join(folder, name), self.folder) for name in names)
            now += [(key, self.etag(data), len(data)) for key in keys if (data := self.content(key)) is not None]
        now.sort(key=lambda each: os.fsencode(each[0]))
        old, self.old = self.old, now
        return old if self.now == "stale" and old and random.random() < 0.7 else now

    def start(self):
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


if __name__ == "__main__":
    store = Store(*sys.argv[1:])
    signal.signal(signal.SIGUSR1, store.heal)
    print(store.address, flush=True)
    store.server.serve_forever()
