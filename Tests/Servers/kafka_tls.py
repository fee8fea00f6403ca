#!/usr/bin/env python3
"""TLS, and a login if one is given, before a broker of librdkafka's mock cluster, which has neither.

Usage: kafka_tls.py BROKER_PORT CERTIFICATE KEY [MECHANISM:USER:PASSWORD]

Prints its port, and ends when its standard input does. Brokers name their ports in their answers; this one's takes
its place there. With a login, a connection must begin with SASL's handshake of version 0 and the mechanism: PLAIN,
SCRAM-SHA-256, SCRAM-SHA-512, or OAUTHBEARER, whose token names the user. A connection with another login is closed.
"""
import base64, hashlib, hmac, json, os, socket, ssl, struct, sys, threading

from kafka_wire import frame, text

broker = int(sys.argv[1])
mechanism, user, password = sys.argv[4].split(":") if len(sys.argv) > 4 else (None, None, None)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[2], sys.argv[3])
listener = socket.create_server(("127.0.0.1", 0), backlog=64)
port = listener.getsockname()[1]
own, other = struct.pack(">i", port), struct.pack(">i", broker)


def pump(source, target, change):
    try:
        while True:
            target.sendall(change(frame(source)))
    except OSError:
        pass
    for connection in (source, target):
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


VERSIONS, HANDSHAKE = 18, 17


def with_login(data):
    """The answer about versions of requests, with SASL's handshake of version 0 among them."""
    length, correlation, error, count = struct.unpack(">iihi", data[:14])
    if error or count < 0:
        return data
    return (struct.pack(">iihi", length + 6, correlation, error, count + 1)
            + struct.pack(">hhh", HANDSHAKE, 0, 0) + data[14:])


def words(connection):
    return frame(connection)[4:].decode()


def answer(connection, data):
    connection.sendall(struct.pack(">i", len(data)) + data)


def is_plain(client):
    if words(client) != f"\0{user}\0{password}":
        return False
    answer(client, b"")
    return True


def is_scram(client, name):
    """RFC 5802, without channel binding."""
    def mac(key, text):
        return hmac.new(key, text.encode(), name).digest()
    bare = words(client).removeprefix("n,,")
    given = dict(part.split("=", 1) for part in bare.split(","))
    salt, nonce = os.urandom(16), given["r"] + base64.b64encode(os.urandom(12)).decode()
    first = f"r={nonce},s={base64.b64encode(salt).decode()},i=4096"
    answer(client, first.encode())
    final, proof = words(client).rsplit(",p=", 1)
    signed = f"{bare},{first},{final}"
    salted = hashlib.pbkdf2_hmac(name, password.encode(), salt, 4096)
    key = mac(salted, "Client Key")
    signature = mac(hashlib.new(name, key).digest(), signed)
    wanted = bytes(a ^ b for a, b in zip(key, signature))
    # Kafka's brokers look at the nonce's end; earlier releases of librdkafka say their own part twice.
    is_fresh = final.startswith("c=biws,r=") and final.endswith(nonce)
    if given["n"] != user or not is_fresh or base64.b64decode(proof) != wanted:
        return False
    answer(client, b"v=" + base64.b64encode(mac(mac(salted, "Server Key"), signed)))
    return True


def is_bearer(client):
    """RFC 7628, with a token that nobody has signed: its subject is the user."""
    token = words(client).split("Bearer ", 1)[1].split("\1")[0]
    claims = token.split(".")[1]
    if json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"] != user:
        return False
    answer(client, b"")
    return True


def is_known(client):
    if mechanism == "PLAIN":
        return is_plain(client)
    if mechanism == "OAUTHBEARER":
        return is_bearer(client)
    return is_scram(client, mechanism.removeprefix("SCRAM-").replace("-", "").lower())


def serve(plain):
    try:
        client = context.wrap_socket(plain, server_side=True)
        server = socket.create_connection(("127.0.0.1", broker))
        if mechanism:
            data = frame(client)
            while data[4:6] == struct.pack(">h", VERSIONS):
                server.sendall(data)
                client.sendall(with_login(frame(server)))
                data = frame(client)
            if data[4:6] != struct.pack(">h", HANDSHAKE):
                return client.close()
            answer(client, data[8:12] + struct.pack(">hi", 0, 1) + text(mechanism))
            if not is_known(client):
                return client.close()
    except OSError:
        return plain.close()
    threading.Thread(target=pump, args=(client, server, bytes), daemon=True).start()
    pump(server, client, lambda data: data[:8] + data[8:].replace(other, own))


def accept():
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
print(port, flush=True)
sys.stdin.read()
