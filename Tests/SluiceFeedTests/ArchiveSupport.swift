import FeedTestSupport
import Sluice
import SluiceFeed
import TestSupport

/// Archives as the tests write them.
enum TestArchive: CaseIterable {
  case tar, zip, storedZip

  struct File {
    var name: [UInt8]
    var bytes: [UInt8]
    /// The type in a tar's header.
    var type = UInt8(ascii: "0")
    var link = ""
    /// Of a zip: general purpose flags.
    var flags = 0

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = Array(name.utf8)
      self.bytes = bytes
    }

    init(_ name: String, _ text: String = "") { self.init(name, Array(text.utf8)) }
  }

  /// Whether a reader finds every change of a member's bytes.
  var hasChecksums: Bool { self != .tar }

  func write(_ files: [File]) -> [UInt8] {
    self == .tar
      ? TestArchive.tar(files) : TestArchive.zip(files, deflates: self == .zip)
  }

  /// A member's header and contents.
  static func tarMember(_ file: File, size: Int? = nil) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Sequence<UInt8>, at start: Int) {
      for (i, byte) in bytes.enumerated() { head[start + i] = byte }
    }
    put(file.name.prefix(100), at: 0)
    put("0000644\0".utf8, at: 100)
    put("0000000\0".utf8, at: 108)
    put("0000000\0".utf8, at: 116)
    put(octal(size ?? file.bytes.count, digits: 11).utf8, at: 124)
    put("00000000000\0".utf8, at: 136)
    put("        ".utf8, at: 148)
    head[156] = file.type
    put(file.link.utf8.prefix(100), at: 157)
    put("ustar\0".utf8, at: 257)
    put("00".utf8, at: 263)
    put((octal(head.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ").utf8, at: 148)
    let padding = [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
    return head + file.bytes + padding
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  static func tar(_ files: [File]) -> [UInt8] {
    Array(files.map { tarMember($0) }.joined()) + [UInt8](repeating: 0, count: 1024)
  }

  static func zip(_ files: [File], deflates: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for file in files {
      // A member of gzip: 10 bytes, what is deflated, its checksum and size.
      let member = Compression.gzip.compress(file.bytes)
      let data = deflates ? Array(member[10..<member.count - 8]) : file.bytes
      let fields =
        number(20, 2) + number(file.flags | 0x800, 2) + number(deflates ? 8 : 0, 2) + number(0, 4)
        + Array(member[(member.count - 8)..<(member.count - 4)]) + number(data.count, 4)
        + number(file.bytes.count, 4) + number(file.name.count, 2) + number(0, 2)
      directory +=
        number(0x0201_4B50, 4) + number(3 << 8 | 20, 2) + fields + number(0, 2) + number(0, 2)
        + number(0, 2) + number(0o100644 << 16, 4) + number(bytes.count, 4) + file.name
      bytes += number(0x0403_4B50, 4) + fields + file.name + data
    }
    let start = bytes.count
    return bytes + directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2)
      + number(files.count, 2) + number(directory.count, 4) + number(start, 4) + number(0, 2)
  }
}

/// What a feed of archives delivered.
struct DeliveredMembers: Equatable {
  struct Item: Equatable {
    var source: String
    var line: Int64
    var offset: Int64
    var number: Int64
    var text: String
    var isGood: Bool
  }
  var items: [Item] = []
  /// The positions after the items.
  var positions: [FeedPosition] = []
  var error: JSONError?

  var texts: [String] { items.filter(\.isGood).map(\.text) }
  var sources: [String] {
    items.reduce(into: []) { if $0.last != $1.source { $0.append($1.source) } }
  }

  static func == (a: Self, b: Self) -> Bool {
    a.items == b.items && a.positions == b.positions && a.error?.code == b.error?.code
  }

  init() {}

  init(
    _ source: FeedSource, _ options: FeedOptions = FeedOptions(checking: .full),
    from start: FeedPosition = .start
  ) throws {
    var feed = try JSONFeed(source, options: options, from: start)
    var (items, positions): ([Item], [FeedPosition]) = ([], [])
    do {
      try feed.forEach { record in
        items.append(
          Item(
            source: record.source, line: record.line, offset: record.offset, number: record.number,
            text: String(decoding: record.rawBytes, as: UTF8.self), isGood: true))
        positions.append(record.positionAfter)
      } rejected: { bad in
        items.append(
          Item(
            source: bad.source, line: bad.line, offset: bad.offset, number: bad.number,
            text: String(decoding: bad.rawBytes, as: UTF8.self), isGood: false))
        positions.append(bad.positionAfter)
      }
    } catch let failure as JSONError {
      error = failure
    }
    (self.items, self.positions) = (items, positions)
  }

  /// What the files of an archive make, read one by one.
  init(_ files: [TestArchive.File], of archive: String) throws {
    for file in files {
      let name = "\(archive)!\(String(decoding: file.name, as: UTF8.self))"
      let number = items.last?.number ?? 0
      for item in try DeliveredMembers(.bytes(file.bytes, name: name)).items {
        var item = item
        item.number += number
        items.append(item)
      }
    }
  }
}
