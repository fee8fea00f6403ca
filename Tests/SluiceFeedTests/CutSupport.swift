import Sluice
import SluiceFeed
import TestSupport

/// Bytes that come in pieces, and the error that follows them.
struct Pieces: AsyncSequence, AsyncIteratorProtocol {
  private var rest: ArraySlice<ArraySlice<UInt8>>
  private let failure: (any Error)?

  /// Cut at these places, which are in order.
  init(_ bytes: [UInt8], cutAt places: [Int], failure: (any Error)? = nil) {
    let borders = [0] + places + [bytes.count]
    rest = zip(borders, borders.dropFirst()).map { bytes[$0..<$1] }[...]
    self.failure = failure
  }

  func makeAsyncIterator() -> Pieces { self }

  mutating func next() async throws -> ArraySlice<UInt8>? {
    if let next = rest.popFirst() { return next }
    if let failure { throw failure }
    return nil
  }
}

/// How a reading of bytes ended: what was delivered, and the error after it.
struct CutReading: Equatable, CustomStringConvertible {
  var delivered = Delivered()
  var failure: String?

  var description: String { "\(delivered) \(failure ?? "")" }

  /// Reads the bytes as one piece.
  init(_ bytes: [UInt8], _ options: FeedOptions, from start: FeedPosition = .start) {
    var items: [Delivered.Item] = []
    do {
      var feed = try JSONFeed(.bytes(bytes, name: "feed"), options: options, from: start)
      do {
        try feed.forEach { record in
          items.append(Delivered.Item(record))
        } rejected: { bad in
          items.append(Delivered.Item(bad))
        }
      } catch {
        failure = "\(error)"
      }
      (delivered.counts, delivered.position) = (feed.counts, feed.position)
    } catch {
      failure = "not opened: \(error)"
    }
    delivered.items = items
  }

  /// Reads pieces as they come.
  init(_ pieces: Pieces, _ options: FeedOptions, from start: FeedPosition = .start) async {
    var items: [Delivered.Item] = []
    do {
      var feed = try AsyncJSONFeed(pieces, name: "feed", options: options, from: start)
      do {
        try await feed.forEach { record in
          items.append(Delivered.Item(record))
        } rejected: { bad in
          items.append(Delivered.Item(bad))
        }
      } catch {
        failure = "\(error)"
      }
      (delivered.counts, delivered.position) = (feed.counts, feed.position)
    } catch {
      failure = "not opened: \(error)"
    }
    delivered.items = items
  }

  /// Reads the bytes on two threads.
  init(inParallel bytes: [UInt8], _ options: FeedOptions) {
    var options = options
    options.parallel = 2
    var (good, bad): ([Delivered.Item], [Delivered.Item]) = ([], [])
    do {
      let feed = try JSONFeed(.bytes(bytes, name: "feed"), options: options)
      do {
        let values = feed.map({ Delivered.Item($0) }, rejected: { bad.append(Delivered.Item($0)) })
        while let value = try values.next() { good.append(value) }
      } catch {
        failure = "\(error)"
      }
      (delivered.counts, delivered.position) = (feed.counts, feed.position)
    } catch {
      failure = "not opened: \(error)"
    }
    delivered.items = (good + bad).sorted { $0.number < $1.number }
  }
}

/// A feed to cut, drawn from a seed: its framing, its limits, what is checked, how its records lie, and its damage.
struct CutFeed: CustomStringConvertible {
  let seed: UInt64
  var bytes: [UInt8]
  var options: FeedOptions

  var description: String {
    let form = options.lineForm.isPlain ? "" : " \(options.lineForm.words)"
    return
      "seed \(seed): \(options.framing)\(form), \(options.checking == .full ? "full" : "accessed"),"
      + " records of \(options.maximumRecordSize), windows of \(options.windowSize)"
      + (options.leavesUnfinishedEnd ? ", leaving the end" : "")
      + ", \(String(decoding: bytes.prefix(3000), as: UTF8.self).debugDescription)"
  }

  /// How records lie in a feed of lines.
  private static let lines: [LaidOutFeed.Layout] = [
    .init("", .lines, "", ["\n"], "\n"), .init("", .lines, "\u{FEFF}\n", ["\r\n", "\n \n"], ""),
    .init("", .lines, " ", ["\n\t "], "\r"),
  ]

  /// What surrounds an array of records, some of it longer than the limit.
  private static let surrounded: [LaidOutFeed.Layout] = [
    .init(
      "", LaidOutFeed.items, "{\"z\":\"\(String(repeating: "x", count: 40))\",\"items\":[", [","],
      "],\"y\":[\(String(repeating: "0 ,", count: 20))0]}"),
    .init("", LaidOutFeed.items, "{\"x\":{\"items\":[1]}, \"items\" : [\n", [" ,\n"], "]\n}\n"),
    .init("", LaidOutFeed.items, "{\"items\":[", [","], "],\"y\":tru,\"w\":{\"a\"}}"),
    .init("", .elements(of: JSONPointer(tokens: ["a", "1"])), "{\"a\":[3,[", [", "], "],4]} "),
  ]

  /// `size`: about how many bytes it has.
  init(seed: UInt64, size: Int) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let layout = Self.layout(&random)
    options = FeedOptions(
      framing: layout.framing, checking: Bool.random(using: &random) ? .full : .accessed,
      depthLimit: [1024, 1024, 3].randomElement(using: &random) ?? 1024,
      maximumRecordSize: [8, 30, 30, 90, 4000, 64 << 20].randomElement(using: &random) ?? 30,
      windowSize: [16, 40, 300, 256 << 10].randomElement(using: &random) ?? 16,
      badRecords: .skip)
    options.leavesUnfinishedEnd = Int.random(in: 0..<4, using: &random) == 0
    if Int.random(in: 0..<6, using: &random) == 0 { options.duplicateKeys = .reject }
    var records: [String] = []
    var isForm = false
    if layout.framing == .lines, Int.random(in: 0..<3, using: &random) == 0 {
      isForm = true
      options.lineForm = Self.form(&random)
    }
    repeat {
      records.append(isForm ? Self.line(&random) : Self.record(&random, size))
    } while records.reduce(0, { $0 + $1.utf8.count }) < size * 2 / 3
    bytes = LaidOutFeed(layout, records).bytes
    if layout.framing != .lines, Int.random(in: 0..<5, using: &random) == 0 {
      options.framing = .auto
    } else if layout.framing == .rootElements, Int.random(in: 0..<4, using: &random) == 0 {
      options.framing = .document
    }
    for _ in 0..<max(Int.random(in: -3...3, using: &random), 0) {
      damage(&random)
    }
  }

  private mutating func damage(_ random: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let byte = (Damage.structure + [0xFF]).randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(place...)
    case 1 where place < bytes.count: bytes.remove(at: place)
    case 2 where place < bytes.count: bytes[place] = byte
    case 3:
      let end = min(place + Int.random(in: 1...20, using: &random), bytes.count)
      bytes.removeSubrange(place..<end)
    default: bytes.insert(byte, at: place)
    }
  }

  private static func layout(_ random: inout SeededGenerator) -> LaidOutFeed.Layout {
    let kinds =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: lines
      case 1: surrounded
      default: LaidOutFeed.layouts
      }
    return kinds.randomElement(using: &random) ?? lines[0]
  }

  private static func form(_ random: inout SeededGenerator) -> LineForm {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: LineForm(content: .logfmt)
    case 1: LineForm(prefix: .kubectl)
    default: LineForm(inside: try? LineField("log"))
    }
  }

  private static func line(_ random: inout SeededGenerator) -> String {
    let long = String(repeating: "y", count: Int.random(in: 0...50, using: &random))
    let lines = [
      "level=info msg=\"it \(long)\" n=1", "a=1 b", "2026-01-31T12:00:00Z {\"id\":7}",
      "2026-01-31T12:00:00Z {\"id\":\"\(long)\"", "{\"log\":\"{\\\"id\\\":7}\",\"s\":1}",
      "{\"log\":\"{\\\"id\\\":\\\"\(long)\\\"}\"}", "", "  ",
    ]
    return lines.randomElement(using: &random) ?? ""
  }

  private static func record(_ random: inout SeededGenerator, _ size: Int) -> String {
    let count = Int.random(in: 0...min(size / 2, 60), using: &random)
    let long = String(repeating: "x", count: count)
    let spaces = String(repeating: " ", count: count)
    let records = [
      "1", "-1.5e3", "true", "nul", "\"s\"", "\"\\\"}\\\\\"", "{}", "[]", "[[1],{\"b\":[2]}]",
      "{\"a\":1}", "{\"a\":1}", "{\"a\":{\"b\":\"]}\"}}", "{\"a\":\"\(long)\"}", "\"\(long)\"",
      "[1,\(spaces)2]", "{\"a\":1,\"a\":2}", "{\"b\":tru}", "{\"ü\":\"é\"}", "{\"a\":\n 1}", spaces,
      "{\"a\":\"\(long)\",\n\"b\":[\(spaces)\n]}", "12345678901234567890",
    ]
    return records.randomElement(using: &random) ?? "0"
  }
}
