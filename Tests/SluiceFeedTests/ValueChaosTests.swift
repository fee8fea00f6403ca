import Sluice
import SluiceFeed
import SluiceSamples
import TestSupport
import Testing

@Suite("Damage in framings other than lines")
struct ValueChaosTests {
  static let items = FeedFraming.elements(of: JSONPointer(tokens: ["items"]))
  static let framings: [FeedFraming] = [.concatenated, .sequence, .rootElements, items]

  /// Lays out records in a framing, and returns where each begins.
  static func feed(
    _ records: [[UInt8]], _ framing: FeedFraming, isOnLines: Bool
  ) -> (bytes: [UInt8], starts: [Int]) {
    let (before, first, between, after) =
      switch framing {
      case .concatenated: ("", "", isOnLines ? "\n" : "", "\n")
      case .sequence: ("", "\u{1E}", isOnLines ? "\n\u{1E}" : "\u{1E}", "\n")
      case .rootElements: ("[", isOnLines ? "\n" : "", isOnLines ? ",\n" : ",", "]\n")
      default:
        ("{\"n\":[1,{\"items\":2}],\"items\":[", "", isOnLines ? " ,\r\n" : ",", "],\"z\":{}}")
      }
    var bytes = Array((before + first).utf8)
    var starts: [Int] = []
    for (i, record) in records.enumerated() {
      if i > 0 { bytes += Array(between.utf8) }
      starts.append(bytes.count)
      bytes += record
    }
    return (bytes + Array(after.utf8), starts)
  }

  static func sampleRecords(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var sample = SampleFeed(shape: seed % 3 == 0 ? .events : .logs, seed: seed)
    return (0..<count).map { _ in
      var bytes: [UInt8] = []
      sample.appendRecord(to: &bytes)
      return bytes.dropLast()
    }
  }

  @Test(
    "sound feeds are read whole, in any window and in any chunks",
    arguments: 0..<Chaos.rounds(24))
  func sound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let framing = Self.framings[Int(seed % 4)]
    let records = Self.sampleRecords(Int.random(in: 0...120, using: &random), seed: seed)
    let (bytes, starts) = Self.feed(records, framing, isOnLines: seed % 8 < 4)
    for checking in [JSONChecking.accessed, .full] {
      for window in [16, 3000, 128 << 10] {
        let options = FeedOptions(framing: framing, checking: checking, windowSize: window)
        let found = try Delivered(.bytes(bytes, name: "sound"), options: options)
        #expect(found.items.map(\.bytes) == records && found.bad.isEmpty, "seed \(seed)")
        #expect(found.items.map { Int($0.offset) } == starts, "seed \(seed)")
        #expect(found.position.offset == Int64(bytes.count))
        let piped = try Pipe.delivered(bytes, options: options) { _ in
          Int.random(in: 1...9000, using: &random)
        }
        #expect(piped == found, "seed \(seed), window \(window)")
      }
    }
  }

  @Test("a feed opened after any record delivers exactly the rest", arguments: framings)
  func resume(framing: FeedFraming) throws {
    let records = Self.sampleRecords(30, seed: 4)
    let (bytes, _) = Self.feed(records, framing, isOnLines: true)
    let source = FeedSource.bytes(bytes, name: "whole")
    for window in [64, 128 << 10] {
      let options = FeedOptions(framing: framing, checking: .full, windowSize: window)
      let whole = try Delivered(source, options: options)
      #expect(whole.items.count == 30 && whole.bad.isEmpty)
      for (i, item) in whole.items.enumerated() {
        let rest = try Delivered(source, options: options, from: item.after)
        #expect(rest.items == Array(whole.items[(i + 1)...]))
        #expect(rest.position == whole.position)
      }
      #expect(try Delivered(source, options: options, from: whole.position).items.isEmpty)
    }
  }

  @Test("each prefix of a small feed yields its whole records, and the cut one as one bad record")
  func prefixes() throws {
    let records = ["{\"a\":[1,{}]}", "[\"x\\\"\"]", "{\"ü\":\"]}\"}"].map { Array($0.utf8) }
    for framing in Self.framings {
      let (bytes, starts) = Self.feed(records, framing, isOnLines: true)
      for count in 0...bytes.count {
        for checking in [JSONChecking.accessed, .full] {
          for window in [16, 128 << 10] {
            let options = FeedOptions(framing: framing, checking: checking, windowSize: window)
            let found = try Delivered(
              .bytes(Array(bytes[..<count]), name: "prefix"), options: options)
            let isArray = framing == .rootElements || framing == Self.items
            // In an array that does not end, an element is whole if a comma follows it.
            let isWhole = { (end: Int) in
              isArray
                ? bytes[..<count].dropFirst(end).contains(0x2C) || count == bytes.count
                  || bytes[..<count].dropFirst(end).contains(0x5D) : end <= count
            }
            let whole = zip(starts, records).filter { isWhole($0 + $1.count) }.map(\.1)
            #expect(found.items.filter(\.isGood).map(\.bytes) == whole, "\(framing), \(count)")
            // A cut record or a cut array is one bad record; nothing else is bad.
            let isInRecord = zip(starts, records).contains { $0 < count && count < $0 + $1.count }
            let end = (bytes.lastIndex(of: framing == .rootElements ? 0x5D : 0x7D) ?? 0) + 1
            let isCut = isInRecord || isArray && count < end
            #expect(found.bad.count == (isCut ? 1 : 0), "\(framing), \(count), \(found.outline)")
          }
        }
      }
    }
  }

  /// Damages at most one byte in some records, without ending a line: all others are delivered.
  @Test(
    "damage in records on lines costs no other record", arguments: 0..<Chaos.rounds(40))
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: 0xDA3A6E &+ seed)
    let framing = Self.framings[Int(seed % 4)]
    var records = Self.sampleRecords(80, seed: seed)
    var damaged: Set<Int> = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let record = Int.random(in: 0..<records.count, using: &random)
      // Does not expect a record between two bad ones: the bad one before may reach into it.
      guard !damaged.contains(record), !damaged.contains(record - 1), !damaged.contains(record + 1)
      else { continue }
      damaged.insert(record)
      let place = Int.random(in: 1..<records[record].count - 1, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: records[record][place] = 0xFF
      case 1: records[record][place] = Array("\"\\{}[]:,\u{1}".utf8).randomElement(using: &random)!
      case 2: records[record].remove(at: place)
      default: records[record].removeSubrange(place...)
      }
    }
    let (bytes, starts) = Self.feed(records, framing, isOnLines: true)
    var sound: [Int] = []
    for i in records.indices where !damaged.contains(i) { sound.append(i) }
    var first: Delivered?
    for window in [16, 3000, 128 << 10] {
      let options = FeedOptions(framing: framing, checking: .full, windowSize: window)
      let found = try Delivered(.bytes(bytes, name: "damaged"), options: options)
      let good = found.items.filter(\.isGood)
      let offsets = good.map { Int($0.offset) }
      #expect(offsets == Array(Set(offsets)).sorted(), "delivered twice, seed \(seed)")
      for item in good { #expect(StrictJSON.accepts(item.bytes), "seed \(seed)") }
      // A cut record may include the one after it: its end is missing, and if it ends in a comma or
      // a colon, a value may follow.
      let lost = sound.filter { !offsets.contains(starts[$0]) }
      for record in lost {
        #expect(damaged.contains(record - 1), "seed \(seed), window \(window), record \(record)")
      }
      #expect(lost.count <= damaged.count / 2, "seed \(seed), \(framing), \(lost)")
      if let first { #expect(found == first, "seed \(seed), window \(window)") }
      first = first ?? found
      let piped = try Pipe.delivered(bytes, options: options) { _ in
        Int.random(in: 1...7000, using: &random)
      }
      #expect(piped == found, "seed \(seed), window \(window)")
    }
  }

  @Test("a feed of nothing but openings is read in linear time, and is bad", arguments: framings)
  func openings(framing: FeedFraming) throws {
    // Each line might be the start of a record that never ends.
    let line = Array("[1,\n".utf8)
    let bytes =
      (framing == Self.items ? Array("{\"items\":[".utf8) : [])
      + Array(repeatElement(line, count: Rounds.count(40_000, long: 100_000)).joined())
    let options = FeedOptions(framing: framing, checking: .full, maximumRecordSize: 1 << 20)
    let found = try Delivered(.bytes(bytes, name: "openings"), options: options)
    // The very first "[" is the root array's, whose first element is the 1.
    #expect(found.good == (framing == .rootElements ? ["1"] : []))
    #expect(found.counts.rejected > 0 && found.position.offset == Int64(bytes.count))
  }

  @Test("noise yields the same records in any window and in any chunks", arguments: framings)
  func noise(framing: FeedFraming) throws {
    for seed in 0..<UInt64(Rounds.count(75, long: 150)) {
      var random = SeededGenerator(seed: seed)
      let alphabet = Array("{}[]\",:\\\n\n 1et\u{1E}\u{1E}".utf8) + [0xFF]
      var bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      if framing == .rootElements { bytes.insert(0x5B, at: 0) }
      if framing == Self.items { bytes = Array("{\"items\":[".utf8) + bytes }
      for checking in [JSONChecking.accessed, .full] {
        var options = FeedOptions(framing: framing, checking: checking, windowSize: 1 << 16)
        let whole = try Delivered(.bytes(bytes, name: "noise"), options: options)
        var offset: Int64 = 0
        for item in whole.items {
          #expect(item.offset >= offset, "seed \(seed)")
          offset = item.offset + item.length
          if item.isGood, checking == .full {
            #expect(StrictJSON.accepts(item.bytes), "seed \(seed)")
          }
        }
        #expect(whole.position.offset == Int64(bytes.count), "seed \(seed)")
        for window in [16, 64] {
          options.windowSize = window
          let found = try Delivered(.bytes(bytes, name: "noise"), options: options)
          #expect(found == whole, "seed \(seed), window \(window)")
        }
        let piped = try Pipe.delivered(bytes, options: options) { _ in
          Int.random(in: 1...20, using: &random)
        }
        #expect(piped == whole, "seed \(seed)")
      }
    }
  }

  @Test(
    "a damaged record over the size limit ends at the same place in any window",
    arguments: framings)
  func longDamage(framing: FeedFraming) throws {
    let long = "{\"open\":[\"" + String(repeating: "x", count: 300)
    var records = Self.sampleRecords(20, seed: 4)
    records[7] = Array((long + "\n" + long).utf8)
    records[8] = Array(long.utf8)
    let (bytes, _) = Self.feed(records, framing, isOnLines: true)
    var first: Delivered?
    for window in [16, 100, 700, 3000, 128 << 10] {
      var options = FeedOptions(
        framing: framing, checking: .full, maximumRecordSize: 400, windowSize: window)
      let found = try Delivered(.bytes(bytes, name: "long"), options: options)
      #expect(found == first ?? found, "window \(window)")
      first = found
      // A value outside the array has the same length in any window, too.
      options.framing = .elements(of: JSONPointer(tokens: ["a"]))
      let around = Array("{\"x\":\"\(String(repeating: "x", count: 600))\",\"a\":[1]}".utf8)
      let surrounded = try Delivered(.bytes(around, name: "around"), options: options)
      #expect(surrounded.outline == ["1:too-large", "1"], "window \(window)")
    }
    #expect((first?.bad.count ?? 0) > 0)
  }
}
