import ConformanceSuite
import Glibc
import Sluice
import SluiceFeed

/// Reads the bytes as a feed and compares the result with each line read alone: the same records and rejects, at the
/// same positions, whatever the windows are.
enum FuzzFeed {
  private struct Entry: Equatable {
    var offset: Int64
    var line: Int64
    /// Nil if rejected.
    var events: [UInt8]?
  }

  /// What a feed delivered, and the code of the error that ended it.
  private struct Outcome: Equatable {
    var entries: [Entry] = []
    var failure: String?
  }

  nonisolated(unsafe) private static var reader = JSONReader(checking: .full)

  static func run(_ bytes: [UInt8], control: UInt8) {
    if control & 32 != 0 { return FuzzCuts.run(bytes, control: control >> 6) }
    let windows = [16, 40, 64, 100, 256, 1 << 17]
    let options = FeedOptions(
      checking: .full, windowSize: windows[Int(control & 15) % windows.count])
    // Compressed or transcoded input has no lines here, but must give the same result from every source.
    let isPlain = FeedSource.isPlain(Array(bytes.prefix(FeedSource.headSize)))
    let inMemory = read(.bytes(bytes, name: "fuzz"), options)
    let expected = isPlain ? Outcome(entries: lineByLine(withoutGaps(bytes))) : inMemory
    if inMemory != expected {
      disagreement("a feed in memory and its lines", bytes)
    }
    // A zip archive in memory is read by its directory, which a pipe has at its end.
    guard control & 16 != 0, !bytes.starts(with: [0x50, 0x4B]) else { return }
    // Small enough for a pipe's buffer, so that no reader is needed while this writes.
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    let written = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    defer { close(ends[0]) }
    guard written == bytes.count else { return }
    if read(.fileDescriptor(ends[0], name: "pipe"), options) != expected {
      disagreement("a feed through a pipe and its lines, or memory,", bytes)
    }
  }

  private static func read(_ source: FeedSource, _ options: FeedOptions) -> Outcome {
    var entries: [Entry] = []
    do {
      var feed = try JSONFeed(source, options: options)
      try feed.forEach { record in
        var events = Events()
        try events.walk(record.cursor)
        entries.append(Entry(offset: record.offset, line: record.line, events: events.bytes))
      } rejected: { bad in
        entries.append(Entry(offset: bad.offset, line: bad.line, events: nil))
        if bad.description.isEmpty { disagreement("a reject without a description", bad.rawBytes) }
      }
      return Outcome(entries: entries)
    } catch {
      return Outcome(
        entries: entries, failure: (error as? JSONError)?.code.description ?? "another error")
    }
  }

  /// The bytes with spaces for gaps: where they begin with one, NUL bytes at the start of a line, but for the last of a line
  /// that has nothing else.
  private static func withoutGaps(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0, 0, 0, 0]) else { return bytes }
    var text: [UInt8] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let rest = line.drop { $0 == 0 }
      let isEmpty = rest.isEmpty || rest.first == 0x0D
      let nulls = line.count - rest.count
      let kept = isEmpty ? min(nulls, 1) : 0
      text += [UInt8](repeating: 0x20, count: nulls - kept)
      text += [UInt8](repeating: 0, count: kept) + rest + [0x0A]
    }
    return text.dropLast()
  }

  private static func lineByLine(_ bytes: [UInt8]) -> [Entry] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var offset = bytes.starts(with: mark) ? 3 : 0
    var entries: [Entry] = []
    var number: Int64 = 0
    for var line in bytes[offset...].split(separator: 0x0A, omittingEmptySubsequences: false) {
      let start = offset
      offset += line.count + 1
      number += 1
      if line.last == 0x0D { line.removeLast() }
      var entry = Entry(offset: Int64(start), line: number, events: nil)
      // Only the feed's start can have a byte order mark.
      if !line.starts(with: mark) {
        switch reader.verdict(of: Array(line)) {
        case .accepted(let events): entry.events = events.bytes
        case .refused(let error): if error.code == .empty { continue }
        }
      }
      entries.append(entry)
    }
    return entries
  }
}
