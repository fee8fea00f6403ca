import SluiceRows
import TestSupport
import Testing

/// The system's zone files are not ours: they may be old, cut, or damaged.
@Suite("The file of a time zone")
struct ZoneFileTests {
  /// Seconds since 1970 at which the clocks of the tests' zone change: an hour forward, and back.
  static let forward: Int64 = 1_000_000_000
  static let back: Int64 = 1_020_000_000

  @Test("of the first version has times of 32 bits")
  func old() throws {
    let rules = try #require(read(ZoneBytes(version: 0).bytes))
    expectChanges(rules)
  }

  @Test("of a later version is read from its second part", arguments: [2, 3, 4])
  func new(version: UInt8) throws {
    // The first part has other times, and does not count.
    var old = ZoneBytes(version: 0x30 + version)
    old.times = [0, 1]
    var new = ZoneBytes(version: 0x30 + version)
    new.isWide = true
    let rules = try #require(read(old.bytes + new.bytes + Array("\n\n".utf8)))
    expectChanges(rules)
  }

  @Test("goes on with its rule")
  func rule() throws {
    let old = ZoneBytes(version: 0x32)
    var new = old
    new.isWide = true
    let rules = try #require(
      read(old.bytes + new.bytes + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)))
    // 2100-07-01T12:00:00, in summer, and 2100-12-01T12:00:00.
    #expect(text(rules, 4_118_126_400) == "one 4118119200")
    #expect(text(rules, 4_131_345_600) == "one 4131342000")
  }

  @Test("that breaks the format is none", arguments: ZoneFault.all)
  func faults(fault: ZoneFault) {
    #expect(read(fault.bytes) == nil)
  }

  @Test("that ends early is none, wherever it ends")
  func cut() throws {
    let old = ZoneBytes(version: 0x32)
    var new = old
    new.isWide = true
    let whole = old.bytes + new.bytes + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
    for count in 0..<whole.count { #expect(read(Array(whole.prefix(count))) == nil, "\(count)") }
    #expect(read(whole) != nil)
    let first = ZoneBytes(version: 0).bytes
    for count in 0..<first.count { #expect(read(Array(first.prefix(count))) == nil, "\(count)") }
  }

  @Test("with any byte changed gives times or none")
  func damaged() {
    let old = ZoneBytes(version: 0x32)
    var new = old
    new.isWide = true
    let whole = old.bytes + new.bytes + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
    var read = 0
    for place in whole.indices {
      for byte: UInt8 in [0, 0x39, 0x7F, 0xFF] {
        var bytes = whole
        bytes[place] = byte
        read += ask(bytes)
      }
    }
    var random = SeededGenerator(seed: 55)
    for _ in 0..<Rounds.count(500, long: 100_000) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      read += ask(bytes)
    }
    #expect(read > 0)
  }

  /// Asks for instants all over what a column can hold. Returns whether the bytes were a zone.
  private func ask(_ bytes: [UInt8]) -> Int {
    guard let rules = read(bytes) else { return 0 }
    for seconds in [-62_167_219_200, Self.forward, Self.back, 0, 4_118_126_400, 253_402_300_799] {
      _ = rules.instant(ofLocal: seconds)
    }
    return 1
  }

  private func read(_ bytes: [UInt8]) -> ZoneRules? {
    var reader = ZoneFileReader(bytes)
    return reader.rules("test")
  }

  private func expectChanges(_ rules: ZoneRules) {
    let (forward, back) = (Self.forward, Self.back)
    #expect(text(rules, forward - 1) == "one \(forward - 1)")
    #expect(text(rules, forward) == "none")
    #expect(text(rules, forward + 3599) == "none")
    #expect(text(rules, forward + 3600) == "one \(forward)")
    #expect(text(rules, back - 1) == "one \(back - 3601)")
    #expect(text(rules, back) == "twice \(back - 3600)")
    #expect(text(rules, back + 3599) == "twice \(back - 1)")
    #expect(text(rules, back + 3600) == "one \(back + 3600)")
  }

  private func text(_ rules: ZoneRules, _ local: Int64) -> String {
    switch rules.instant(ofLocal: local) {
    case .one(let seconds): "one \(seconds)"
    case .firstOfTwo(let seconds): "twice \(seconds)"
    case .none: "none"
    }
  }
}

/// A part of a zone file: its header and its data.
struct ZoneBytes: Sendable {
  let version: UInt8
  var isWide = false
  var times = [ZoneFileTests.forward, ZoneFileTests.back]
  var types: [UInt8] = [1, 0]
  /// Seconds east of UTC.
  var offsets: [Int32] = [0, 3600]
  var leaps = 0
  /// Instead of those that are there: isUT, isStandard, leap, time, type, characters.
  var counts: [UInt32]?

  init(version: UInt8) { self.version = version }

  var bytes: [UInt8] {
    let real = [0, 0, leaps, times.count, offsets.count, 4].map { UInt32($0) }
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in counts ?? real { bytes += big(Int64(count), 4) }
    for time in times { bytes += big(time, isWide ? 8 : 4) }
    bytes += types
    for offset in offsets { bytes += big(Int64(offset), 4) + [0, 0] }
    bytes += Array("XXX\0".utf8)
    return bytes + [UInt8](repeating: 0, count: leaps * (isWide ? 12 : 8))
  }

  private func big(_ value: Int64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
  }
}

/// A file that is none.
struct ZoneFault: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  init(_ name: String, version: UInt8 = 0, _ change: (inout ZoneBytes) -> Void) {
    var zone = ZoneBytes(version: version)
    change(&zone)
    (testDescription, bytes) = (name, zone.bytes)
  }

  static let all: [ZoneFault] = [
    ZoneFault("leap seconds") { $0.leaps = 1 },
    ZoneFault("changes out of order") { $0.times.reverse() },
    ZoneFault("the same change twice") { $0.times[1] = $0.times[0] },
    ZoneFault("a type that there is not") { $0.types[0] = 2 },
    ZoneFault("an offset of a day") { $0.offsets[1] = 86_400 },
    ZoneFault("the least offset of 32 bits") { $0.offsets[1] = .min },
    ZoneFault("no types") { ($0.types, $0.times, $0.offsets) = ([], [], []) },
    ZoneFault("more times than bytes") { $0.counts = [0, 0, 0, 5000, 2, 4] },
    ZoneFault("counts of 32 bits") { $0.counts = [UInt32](repeating: .max, count: 6) },
    ZoneFault("counts of 31 bits") { $0.counts = [UInt32](repeating: 0x7FFF_FFFF, count: 6) },
    ZoneFault("no second part", version: 0x32) { _ in },
    ZoneFault("a first part that is longer than the file", version: 0x32) {
      $0.counts = [60, 60, 0, 60, 60, 60]
    },
  ]
}
