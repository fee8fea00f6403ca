#!/usr/bin/env python3
"""A server of objects on loopback for tests: well behaved, or as a script for each object says.

Usage: objects.py [--sign KEY:SECRET[:TOKEN]] [--page N] [--tls CERTIFICATE KEY]

Prints its port, and ends when its standard input does. Each line there is a command, an object of JSON, which is
answered by a line: `put` puts an object at a path, with its `body` in base64, and its `script`: an array with a
step for each request, or an object for all; `remove` removes one; `keys` sets who may sign; `log` asks for the
requests since the last time. A step may have
    status, retry_after   answer that instead; says: in these words
    cut                   close the connection after so many bytes of the body; reset: by a reset
    silent                send nothing more after so many bytes, until the client leaves
    full                  answer a range with everything
    length                announce that length
    etag, total           name another ETag, another size
    redirect, code        lead elsewhere
    chunked, endless      send no length; send on until the client leaves
    plain                 no ETag and no time
    modified              no ETag, and that time
    state                 answer that one of the object's `states`, instead of its body
    most                  answer at most so many bytes of a range
    range                 say that Content-Range
    lengths, encoding     say these Content-Lengths, that Content-Encoding
    both                  send in chunks, and announce a length

`lists` sets steps for the next lists, and answers of STS: `cut` leaves the first bytes of a page, and `replace` an array of two texts
replaces one by the other. Such a page is whole for HTTP.

With --sign, all other requests must be signed by AWS's version 4, which is checked here from its
specification, not by a library: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
It also plays S3's list (ListObjectsV2), STS (web identity), a machine's and a container's metadata.
"""
import argparse, base64, hashlib, hmac, http.server, json, socket, struct, sys, threading, time, urllib.parse
from xml.sax.saxutils import escape

parser = argparse.ArgumentParser()
parser.add_argument("--sign")
parser.add_argument("--page", type=int, default=1000)
parser.add_argument("--tls", nargs=2)
options = parser.parse_args()

lock = threading.Lock()
objects = {}
log = []
lists = []
keys = {}
if options.sign:
    name, secret, *token = options.sign.split(":")
    keys[name] = (secret, token[0] if token else None)


def encode(text, keep=""):
    """The encoding of the specification: unreserved characters stay, all others are %XY."""
    return "".join(
        chr(b) if chr(b).isascii() and (chr(b).isalnum() or chr(b) in "-._~" + keep) else "%%%02X" % b
        for b in text)


def unquote(text):
    return urllib.parse.unquote_to_bytes(text)


def digest(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def fault_of_signature(method, target, headers, body):
    """Why a request is not signed by one of the keys; None if it is."""
    authorization = headers.get("Authorization", "")
    if not authorization.startswith("AWS4-HMAC-SHA256 "):
        return "AccessDenied", "the request is not signed"
    fields = dict(part.strip().split("=", 1) for part in authorization[17:].split(","))
    key, date, region, service, end = fields["Credential"].split("/")
    if key not in keys:
        return "InvalidAccessKeyId", "the key is not known"
    secret, token = keys[key]
    if token and headers.get("x-amz-security-token") != token:
        return "InvalidToken", "the token is not that of the key"
    if service != "s3" or end != "aws4_request":
        return "AuthorizationHeaderMalformed", "the scope is another one"
    signed = fields["SignedHeaders"].split(";")
    if signed != sorted(signed) or "host" not in signed or "x-amz-date" not in signed:
        return "AccessDenied", "the signed headers are not sorted, or lack one"
    for header in headers.keys():
        if header.lower().startswith("x-amz-") and header.lower() not in signed:
            return "AccessDenied", "a header is not signed: " + header
    path, _, query = target.partition("?")
    pairs = []
    for part in query.split("&") if query else []:
        n, _, v = part.partition("=")
        pairs.append((encode(unquote(n)), encode(unquote(v))))
    canonical = "\n".join([
        method, encode(unquote(path), "/"), "&".join(n + "=" + v for n, v in sorted(pairs)),
        "".join("%s:%s\n" % (h, " ".join(headers[h].split())) for h in signed), ";".join(signed),
        headers.get("x-amz-content-sha256", hashlib.sha256(body).hexdigest())])
    moment = headers["x-amz-date"]
    text = "\n".join([
        "AWS4-HMAC-SHA256", moment, "/".join([date, region, service, end]),
        hashlib.sha256(canonical.encode()).hexdigest()])
    if moment[:8] != date or abs(time.time() - time.mktime(time.strptime(
            moment, "%Y%m%dT%H%M%SZ")) + time.timezone) > 900:
        return "RequestTimeTooSkewed", "the time is another one"
    signing = digest(digest(digest(digest(("AWS4" + secret).encode(), date), region), service), end)
    if hmac.new(signing, text.encode(), hashlib.sha256).hexdigest() != fields["Signature"]:
        return "SignatureDoesNotMatch", "the signature does not match"
    return None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16

    def log_message(self, *_):
        pass

    def handle(self):
        try:
            super().handle()
        except (ConnectionError, ValueError, OSError):
            pass

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def error(self, status, code, message, headers=()):
        text = "<?xml version='1.0'?><Error><Code>%s</Code><Message>%s</Message></Error>"
        self.answer(status, (text % (code, escape(message))).encode(), headers)

    def do_POST(self):
        self.act()

    def do_PUT(self):
        self.act()

    def do_GET(self):
        self.act()

    def act(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with lock:
            log.append({
                "method": self.command, "target": self.path, "body": body.decode(),
                "headers": {k.lower(): v for k, v in self.headers.items()}})
        if self.metadata(body):
            return
        if options.sign:
            fault = fault_of_signature(self.command, self.path, self.headers, body)
            if fault:
                return self.error(403, *fault)
        path, _, query = self.path.partition("?")
        if query.startswith("list-type=2") or "&list-type=2" in query:
            return self.list(path, dict(urllib.parse.parse_qsl(query, keep_blank_values=True)))
        with lock:
            found = objects.get(unquote(path))
            step = {}
            if found:
                script = found["script"]
                step = script if isinstance(script, dict) else script.pop(0) if script else {}
        if not found:
            return self.error(404, "NoSuchKey", "there is no such key")
        self.serve(found, step)

    def metadata(self, body):
        """STS, and the metadata of machines and containers."""
        with lock:
            known = next(iter(keys.items()), None)
        expires = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        if self.command == "POST" and b"AssumeRoleWithWebIdentity" in body:
            form = dict(urllib.parse.parse_qsl(body.decode()))
            if form.get("WebIdentityToken") != "the-token" or "RoleArn" not in form:
                self.error(400, "InvalidIdentityToken", "the token is not the right one")
                return True
            name, (secret, token) = known
            text = ("<AssumeRoleWithWebIdentityResponse><Credentials><AccessKeyId>%s"
                "</AccessKeyId><SecretAccessKey>%s</SecretAccessKey><SessionToken>%s</SessionToken>"
                "<Expiration>%s</Expiration></Credentials></AssumeRoleWithWebIdentityResponse>"
                % (name, secret, token or "none", expires))
            with lock:
                step = lists.pop(0) if lists else {}
            self.answer(200, text.encode()[:step.get("cut", len(text))])
            return True
        document = known and json.dumps({
            "AccessKeyId": known[0], "SecretAccessKey": known[1][0], "Token": known[1][1],
            "Expiration": expires}).encode()
        if self.command == "PUT" and self.path == "/latest/api/token":
            ttl = self.headers.get("X-aws-ec2-metadata-token-ttl-seconds")
            self.answer(200, b"imds-token") if ttl else self.answer(400)
            return True
        if self.path.startswith("/latest/meta-data/iam/security-credentials/"):
            if self.headers.get("X-aws-ec2-metadata-token") != "imds-token":
                self.answer(401)
            else:
                role = self.path.endswith("/")
                self.answer(200, b"role" if role else document)
            return True
        if self.path == "/container":
            right = self.headers.get("Authorization") == "container-token"
            self.answer(200, document) if right else self.answer(403)
            return True
        return False

    def list(self, path, query):
        bucket = unquote(path).strip(b"/")
        start = b"/" + bucket + b"/"
        prefix = query.get("prefix", "").encode()
        with lock:
            found = sorted(
                (name[len(start):], o) for name, o in objects.items() if name.startswith(start))
        found = [(k, o) for k, o in found if k.startswith(prefix)]
        after = query.get("continuation-token")
        if after:
            found = [(k, o) for k, o in found if k > bytes.fromhex(after)]
        page, rest = found[:options.page], found[options.page:]
        text = "<?xml version='1.0' encoding='UTF-8'?>\n<ListBucketResult><EncodingType>url</EncodingType>"
        text += "<IsTruncated>%s</IsTruncated>" % ("true" if rest else "false")
        for key, o in page:
            text += "<Contents><Key>%s</Key><Size>%d</Size><ETag>%s</ETag></Contents>" % (
                encode(key, "/ ").replace(" ", "+"), len(o["body"]), escape(o["etag"], {'"': "&quot;"}))
        text += "<KeyCount>%d</KeyCount>" % len(page)
        if rest:
            text += "<NextContinuationToken>%s</NextContinuationToken>" % page[-1][0].hex()
        body = (text + "</ListBucketResult>").encode()
        with lock:
            step = lists.pop(0) if lists else {}
        if "replace" in step:
            before, after = step["replace"]
            body = body.replace(before.encode(), after.encode(), 1)
        self.answer(200, body[:step.get("cut", len(body))])

    def serve(self, found, step):
        if "redirect" in step:
            return self.answer(step.get("code", 302), b"elsewhere", [("Location", step["redirect"])])
        if "status" in step:
            headers = [("Retry-After", str(step["retry_after"]))] if "retry_after" in step else []
            headers += [("x-amz-bucket-region", step["region"])] if "region" in step else []
            return self.error(step["status"], "Injected", step.get("says", "as the script says"), headers)
        body, etag = found["body"], found["etag"]
        if "state" in step:
            body = found["states"][step["state"]]
            etag = '"%s"' % hashlib.md5(body).hexdigest()
        etag = step.get("etag", etag)
        total = step.get("total", len(body))
        wanted = self.headers.get("If-Match")
        if wanted and wanted != etag and not step.get("ignore_match"):
            return self.error(412, "PreconditionFailed", "another version")
        span = self.headers.get("Range")
        # Only a strong validator that matches lets the range be answered (RFC 9110, 13.1.5).
        condition = self.headers.get("If-Range")
        if condition and (condition != etag or condition.startswith("W/")) and not step.get("ignore_match"):
            span = None
        status, first, last = 200, 0, len(body) - 1
        if span and not step.get("full"):
            a, b = span[len("bytes="):].split("-")
            first, last = int(a), min(int(b) if b else last, last)
            last = min(last, first + step.get("most", len(body)) - 1)
            status = 206
            if first > last:
                return self.error(
                    416, "InvalidRange", "no such range", [("Content-Range", "bytes */%d" % total)])
        part = body[first:last + 1]
        self.send_response(status)
        if not step.get("plain"):
            if "modified" not in step:
                self.send_header("ETag", etag)
            self.send_header("Last-Modified", step.get("modified", "Sat, 31 Jan 2026 12:00:00 GMT"))
        if status == 206:
            span = "bytes %d-%d/%s" % (first, last, total)
            self.send_header("Content-Range", step.get("range", span))
        if "encoding" in step:
            self.send_header("Content-Encoding", step["encoding"])
        if step.get("chunked") or step.get("endless") or step.get("both"):
            self.send_header("Transfer-Encoding", "chunked")
        for length in step.get("lengths", []):
            self.send_header("Content-Length", length)
        if step.get("both"):
            self.send_header("Content-Length", str(len(part) // 2))
        elif not step.get("chunked") and not step.get("endless") and "lengths" not in step:
            self.send_header("Content-Length", str(step.get("length", len(part))))
        self.end_headers()
        if step.get("endless"):
            while True:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(body), body))
        if step.get("chunked") or step.get("both"):
            count = step.get("cut", len(part))
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part[:count]), part[:count]) if count else b"")
            if "cut" not in step:
                return self.wfile.write(b"0\r\n\r\n")
        elif "silent" in step:
            self.wfile.write(part[:step["silent"]])
            self.wfile.flush()
            # Until the client leaves.
            self.connection.recv(1)
        else:
            self.wfile.write(part[:step.get("cut", len(part))])
        if any(k in step for k in ("cut", "silent", "length", "lengths")):
            self.wfile.flush()
            self.close_connection = True
            if step.get("reset"):
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.close()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
if options.tls:
    import ssl
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*options.tls)
    server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
for line in sys.stdin:
    command = json.loads(line)
    result = None
    with lock:
        if "put" in command:
            body = base64.b64decode(command["body"])
            objects[command["put"].encode()] = {
                "body": body, "script": command["script"],
                "states": [base64.b64decode(state) for state in command.get("states", [])],
                "etag": '"%s"' % hashlib.md5(body).hexdigest()}
        if "remove" in command:
            objects.pop(command["remove"].encode(), None)
        if "lists" in command:
            lists = command["lists"]
        if "keys" in command:
            keys = {k: tuple(v) for k, v in command["keys"].items()}
        if "log" in command:
            result, log = log, []
    print(json.dumps(result), flush=True)
