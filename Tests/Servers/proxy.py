#!/usr/bin/env python3
"""A bad network: a proxy on loopback that cuts connections, delays them, and repeats requests, at random.

Usage: proxy.py UPSTREAM_PORT SEED

Prints its port, and ends when its standard input does.
"""
import random, socket, struct, sys, threading, time

upstream, seed = int(sys.argv[1]), int(sys.argv[2])
numbers = random.Random(seed)
lock = threading.Lock()


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    try:
        # Wakes the thread that reads from it, which would keep it open.
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    connection.close()


def drain(connection):
    try:
        while connection.recv(1 << 16):
            pass
    except OSError:
        pass
    connection.close()


def pump(source, target, left, delay, repeat):
    """Passes bytes on, at most `left`. Each request may be sent a second time, whose answer nobody gets."""
    try:
        while left > 0:
            data = source.recv(min(left, 1 << 16))
            if not data:
                break
            if delay:
                time.sleep(delay)
            target.sendall(data)
            if repeat:
                again = socket.create_connection(("127.0.0.1", upstream))
                again.sendall(data)
                again.shutdown(socket.SHUT_WR)
                threading.Thread(target=drain, args=(again,), daemon=True).start()
            left -= len(data)
    except OSError:
        pass
    for connection in (source, target):
        try:
            reset(connection) if left <= 0 else connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(client):
    with lock:
        kind = numbers.random()
        cut = numbers.choice([0, 1, 200, 1000, 20_000, 150_000, 400_000])
        delay = numbers.random() / 100
    if kind < 0.1:
        return reset(client)
    server = socket.create_connection(("127.0.0.1", upstream))
    is_cut, is_late, is_repeated = 0.1 <= kind < 0.6, 0.5 <= kind < 0.7, 0.7 <= kind < 0.8
    most = 1 << 60
    for arguments in (
            (client, server, most, 0, is_repeated),
            (server, client, cut if is_cut else most, delay if is_late else 0, False)):
        threading.Thread(target=pump, args=arguments, daemon=True).start()


def accept(listener):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0), backlog=128)
threading.Thread(target=accept, args=(listener,), daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
