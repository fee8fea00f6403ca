#!/usr/bin/env python3
"""TLS, and a login if one is given, before a broker of librdkafka's mock cluster, which has neither.

Usage: kafka_tls.py BROKER_PORT CERTIFICATE KEY [USER:PASSWORD]

Prints its port, and ends when its standard input does. Brokers name their ports in their answers; this one's takes
its place there. With a login, a connection must begin with SASL's handshake of version 0, and the words of PLAIN:
NUL USER NUL PASSWORD. A connection with another one is closed.
"""
import socket, ssl, struct, sys, threading

broker = int(sys.argv[1])
login = sys.argv[4] if len(sys.argv) > 4 else None
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[2], sys.argv[3])
listener = socket.create_server(("127.0.0.1", 0), backlog=64)
port = listener.getsockname()[1]
own, other = struct.pack(">i", port), struct.pack(">i", broker)


def read(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise OSError("closed")
        data += more
    return data


def frame(connection):
    head = read(connection, 4)
    return head + read(connection, struct.unpack(">i", head)[0])


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


def serve(plain):
    try:
        client = context.wrap_socket(plain, server_side=True)
        server = socket.create_connection(("127.0.0.1", broker))
        if login:
            data = frame(client)
            while data[4:6] == struct.pack(">h", VERSIONS):
                server.sendall(data)
                client.sendall(with_login(frame(server)))
                data = frame(client)
            if data[4:6] != struct.pack(">h", HANDSHAKE):
                return client.close()
            answer = data[8:12] + struct.pack(">hih", 0, 1, 5) + b"PLAIN"
            client.sendall(struct.pack(">i", len(answer)) + answer)
            if frame(client)[4:] != ("\0" + login.replace(":", "\0", 1)).encode():
                return client.close()
            client.sendall(struct.pack(">i", 0))
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
