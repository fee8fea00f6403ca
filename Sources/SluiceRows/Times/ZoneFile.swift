import SluiceSystem

/// The system's files of time zones (TZif, RFC 9636).
enum ZoneFile {
  package static let folder = "/usr/share/zoneinfo"
  /// The largest that is read; the largest of all zones has some 4 KB.
  private static let mostBytes = 1 << 20

  /// Reads the zone's file. Throws ``ImportError`` for a name that is no zone's, and where the files are missing.
  static func rules(of name: String, in folder: String = folder) throws(ImportError) -> ZoneRules {
    // A name is part of a path, and leads nowhere else.
    let isPlain = name.utf8.allSatisfy { byte in
      (byte | 0x20) &- 0x61 <= 25 || byte &- 0x30 <= 9 || "_+-/".utf8.contains(byte)
    }
    guard isPlain, !name.isEmpty, name.utf8.first != UInt8(ascii: "/") else {
      throw ImportError(
        .badColumn, "\"\(name)\" is no name of a zone: expected one such as Europe/Berlin or UTC")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try FileDescriptor.open(reading: "\(folder)/\(name)", waitsForWriter: false)
      defer { file.close() }
      bytes = try file.bytes(at: 0, count: mostBytes)
    } catch {
      let isMissing = !FileSystem.isThere(folder)
      throw ImportError(
        .badColumn,
        isMissing
          ? "there are no zone files here: \(folder) is missing; install the system's tzdata, or write the"
            + " times with an offset"
          : "there is no zone \"\(name)\" in \(folder); expected one such as Europe/Berlin or UTC")
    }
    var reader = ZoneFileReader(bytes)
    guard let rules = reader.rules(name) else {
      throw ImportError(.badColumn, "\(folder)/\(name) is no zone file (TZif, RFC 9636)")
    }
    return rules
  }
}

/// Reads the bytes of a zone file. Nil wherever they break the format.
package struct ZoneFileReader {
  private let bytes: [UInt8]
  private var place = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  private struct Header {
    let version: UInt8
    let isUTCount, isStandardCount, leapCount, timeCount, typeCount, charCount: Int
  }

  package mutating func rules(_ name: String) -> ZoneRules? {
    guard let old = header() else { return nil }
    guard old.version >= UInt8(ascii: "2") else { return rules(name, old, timeSize: 4) }
    // The second part has 64 bits for each time, and the rule for those after it.
    place += ZoneFileReader.size(old, timeSize: 4)
    guard let header = header() else { return nil }
    return rules(name, header, timeSize: 8)
  }

  private mutating func header() -> Header? {
    guard bytes.count - place >= 44, bytes[place...].starts(with: "TZif".utf8) else { return nil }
    let version = bytes[place + 4]
    place += 20
    let counts = (0..<6).map { _ in Int(integer(4)) }
    // Bounds that keep all sums below in range.
    guard counts.allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
    return Header(
      version: version, isUTCount: counts[0], isStandardCount: counts[1], leapCount: counts[2],
      timeCount: counts[3], typeCount: counts[4], charCount: counts[5])
  }

  private static func size(_ header: Header, timeSize: Int) -> Int {
    header.timeCount * (timeSize + 1) + header.typeCount * 6 + header.charCount
      + header.leapCount * (timeSize + 4) + header.isStandardCount + header.isUTCount
  }

  private mutating func rules(
    _ name: String, _ header: Header, timeSize: Int
  ) -> ZoneRules? {
    let end = place + ZoneFileReader.size(header, timeSize: timeSize)
    // Leap seconds would be in the times: such files ("right/") count other seconds than 1970's.
    guard end <= bytes.count, header.typeCount > 0, header.leapCount == 0 else { return nil }
    var changes = (0..<header.timeCount).map { _ in integer(timeSize) }
    let types = (0..<header.timeCount).map { _ in Int(integer(1) & 0xFF) }
    var typeOffsets: [Int32] = []
    for _ in 0..<header.typeCount {
      typeOffsets.append(Int32(truncatingIfNeeded: integer(4)))
      place += 2
    }
    let isSound =
      types.allSatisfy { $0 < typeOffsets.count } && zip(changes, changes.dropFirst()).allSatisfy(<)
      && typeOffsets.allSatisfy { $0.magnitude < 86_400 }
    guard isSound else { return nil }
    var offsets = types.map { typeOffsets[$0] }
    place = end
    if timeSize == 8 {
      guard let rule = footer() else { return nil }
      if !rule.isEmpty {
        guard let rule = ZoneRule(rule) else { return nil }
        rule.extend(&changes, &offsets)
      }
    }
    return ZoneRules(name: name, changes: changes, offsets: offsets, first: typeOffsets[0])
  }

  /// The text between the newlines at the end.
  private func footer() -> [UInt8]? {
    guard place < bytes.count, bytes[place] == 0x0A,
      let end = bytes[(place + 1)...].firstIndex(of: 0x0A)
    else { return nil }
    return Array(bytes[(place + 1)..<end])
  }

  /// A big-endian integer with a sign. The caller has looked whether it is there.
  private mutating func integer(_ size: Int) -> Int64 {
    var value: UInt64 = 0
    for _ in 0..<size {
      value = value << 8 | UInt64(bytes[place])
      place += 1
    }
    let unused = UInt64(64 - 8 * size)
    return Int64(bitPattern: value << unused) >> Int64(unused)
  }
}
