import Sluice
import SluiceFeed
import SluiceSystem

/// The rejects of a run, in their order: 16 MiB in memory, the rest in a file without a name.
///
/// Grows at its end only, so that any number of readers can be anywhere in it while it grows.
///
/// An entry is its length in 4 bytes, the numbers in 8 each, and each text after its length, which is -1
/// for a missing one.
final class RejectLog: Sendable {
  private struct KeptLines {
    var memory: [UInt8] = []
    var file: FileDescriptor?
    /// The bytes in the file; they come after those in memory.
    var fileLength = 0
    var count: Int64 = 0
    var reasons: [String: Int64] = [:]
  }

  /// More than this goes into the file.
  static let mostInMemory = 16 << 20

  private let state = LockedValue(KeptLines())
  private let most: Int

  init(mostInMemory: Int = RejectLog.mostInMemory) { most = mostInMemory }

  deinit { state.withLock { $0.file?.close() } }

  /// How many there are, and how many for each reason.
  var counts: (count: Int64, reasons: [String: Int64]) {
    state.withLock { ($0.count, $0.reasons) }
  }

  /// Whether some are in the file.
  var isSpooled: Bool { state.withLock { $0.file != nil } }

  /// Appends a reject. Throws `SystemError` if the file can't be made or written.
  func append(_ reject: Reject) throws {
    let entry = RejectLog.entry(reject)
    try state.withLock { state in
      if state.file == nil, state.memory.count + entry.count <= most {
        state.memory += entry
      } else {
        let file = try state.file ?? FileDescriptor.temporary().0
        state.file = file
        try unsafe entry.withUnsafeBytes { try unsafe file.write($0) }
        state.fileLength += entry.count
      }
      state.count += 1
      state.reasons[reject.code, default: 0] += 1
    }
  }

  /// The entry at a place, which moves past it; nil at the present end. The first place is 0.
  func next(_ place: inout Int) throws -> RejectEntry? {
    let position = place
    let found: (bytes: [UInt8]?, file: FileDescriptor?, offset: Int) = state.withLock { state in
      let inFile = position - state.memory.count
      if inFile >= 0 { return (nil, inFile < state.fileLength ? state.file : nil, inFile) }
      let length = RejectLog.length(state.memory[position...])
      return (Array(state.memory[(position + 4)..<(position + 4 + length)]), nil, 0)
    }
    if let bytes = found.bytes {
      place += 4 + bytes.count
      return RejectEntry(bytes)
    }
    guard let file = found.file else { return nil }
    // What is in the file no longer changes.
    let head = try file.bytes(at: Int64(found.offset), count: 4)
    guard head.count == 4 else { throw RejectLog.cut }
    let length = RejectLog.length(head[...])
    let bytes = try file.bytes(at: Int64(found.offset + 4), count: length)
    guard bytes.count == length else { throw RejectLog.cut }
    place += 4 + length
    return RejectEntry(bytes)
  }

  private static let cut = ScanError("io", "the file of rejects was cut off by someone else")

  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func entry(_ reject: Reject) -> [UInt8] {
    var entry = [UInt8](repeating: 0, count: 4)
    func append(_ number: Int64, bytes: Int) {
      for i in 0..<bytes { entry.append(UInt8(truncatingIfNeeded: number >> Int64(8 * i))) }
    }
    func append(_ text: some Collection<UInt8>) {
      append(Int64(text.count), bytes: 4)
      entry += text
    }
    func append(_ text: String?) {
      if let text { append(text.utf8) } else { append(-1, bytes: 4) }
    }
    // Numbers that count from a range's first line are of no use to those who see no range.
    let isKnown = reject.range == nil
    for number in [
      reject.offset, reject.length, isKnown ? reject.line : 0, isKnown ? reject.record : 0,
    ] {
      append(number, bytes: 8)
    }
    append(reject.source)
    append(reject.code)
    append(reject.column?.text)
    append(reject.path)
    append(reject.message)
    append(reject.rawBytes)
    for i in 0..<4 { entry[i] = UInt8(truncatingIfNeeded: (entry.count - 4) >> (8 * i)) }
    return entry
  }
}

/// An entry of a log of rejects.
struct RejectEntry {
  /// Offset, length, line and record; the last two are 0 where they are not known.
  private(set) var numbers: [Int64] = []
  /// Source, code, column, path, message and the record.
  private(set) var texts: [ArraySlice<UInt8>?] = []

  fileprivate init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    func number(_ count: Int) -> Int64 {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Int64($1) }
    }
    for _ in 0..<4 { numbers.append(number(8)) }
    for _ in 0..<6 {
      let length = Int32(truncatingIfNeeded: number(4))
      guard length >= 0 else {
        texts.append(nil)
        continue
      }
      texts.append(rest.prefix(Int(length)))
      rest = rest.dropFirst(Int(length))
    }
  }
}
