"""What programs of this folder need of Kafka's protocol: numbers, texts and arrays, and frames of a connection."""
import struct


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        value = struct.unpack_from(">" + form, self.data, self.at)[0]
        self.at += struct.calcsize(">" + form)
        return value

    def bytes(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def text(self):
        count = self.take("h")
        return None if count < 0 else self.bytes(count).decode()

    def array(self, item):
        count = self.take("i")
        return None if count < 0 else [item() for _ in range(count)]

    def count(self):
        """A number of seven bits a byte: in flexible versions the length of a text or an array, plus 1."""
        value, shift = 0, 0
        while True:
            byte = self.take("B")
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def compact_text(self):
        count = self.count()
        return None if count == 0 else self.bytes(count - 1).decode()

    def skip_tags(self):
        for _ in range(self.count()):
            self.count()
            self.bytes(self.count())


def text(value):
    return struct.pack(">h", -1) if value is None else struct.pack(">h", len(value.encode())) + value.encode()


def array(items):
    return struct.pack(">i", len(items)) + b"".join(items)


def count(value):
    data = b""
    while value > 127:
        data, value = data + bytes([value & 127 | 128]), value >> 7
    return data + bytes([value])


def compact_text(value):
    return count(0) if value is None else count(len(value.encode()) + 1) + value.encode()


def compact_array(items):
    return count(len(items) + 1) + b"".join(items)


TABLE = []
for n in range(256):
    for _ in range(8):
        n = n >> 1 ^ (0x82F63B78 if n & 1 else 0)
    TABLE.append(n)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF


def read(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise OSError("closed")
        data += more
    return data


def frame(connection):
    """A request or a response, with its length before it."""
    head = read(connection, 4)
    return head + read(connection, struct.unpack(">i", head)[0])
