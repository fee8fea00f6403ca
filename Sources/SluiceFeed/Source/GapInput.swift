import Sluice
import SluiceSystem

/// Text in which the gaps before lines are white space.
///
/// A gap is a run of NUL bytes at the start of a line, where nothing was written: of a writer that keeps its position
/// while its log is cut (`copytruncate` without `O_APPEND`). Its bytes become spaces, so that offsets and line numbers stay
/// what they are; but for a line feed in every 64 KiB, since a line has a longest length. NUL bytes inside a line stay, and so
/// does the last one of a line that has nothing else: they make a bad record of it.
final class GapInput: ByteInput {
  private let input: any ByteInput
  private let name: String
  /// What NUL bytes become: spaces or, where lines are no JSON and spaces would count, line feeds.
  var filler: UInt8
  /// The offset of the next byte.
  private var offset: Int64 = 0
  private var isLineStart = true
  /// Whether a NUL byte was read, and not what is after it.
  private var isWaiting = false
  /// Bytes that were read, and did not fit.
  private var held: ArraySlice<UInt8> = []
  /// The gap whose end has not come yet.
  private var open: Range<Int64>?
  private var notes: [SourceNote] = []
  private var count = 0

  private static let line: Int64 = 64 << 10
  /// The maximum number of gaps that are noted one by one.
  private static let mostNotes = 100

  init(_ input: any ByteInput, name: String, filler: UInt8) {
    (self.input, self.name, self.filler) = (input, name, filler)
  }

  /// Whether text begins with a gap. Fewer NUL bytes may be those of a character in UTF-16 or UTF-32.
  static func isBegun(by head: some Collection<UInt8>) -> Bool {
    head.count >= 4 && head.prefix(4).allSatisfy { $0 == 0 }
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    guard unsafe !room.isEmpty else { return 0 }
    while held.isEmpty {
      // The last NUL byte waits for the byte after it.
      if !isWaiting {
        let count = try unsafe input.read(into: room)
        let decided = unsafe fill(UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
        if decided > 0 || count == 0 { return decided }
      } else {
        var bytes = [UInt8](repeating: 0, count: room.count + 1)
        let count = try unsafe bytes.withUnsafeMutableBufferPointer { (all) throws(InputEvent) in
          try unsafe input.read(
            into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: all[1...])))
        }
        isWaiting = false
        var decided = 1
        if count > 0 {
          decided = unsafe bytes.withUnsafeMutableBytes {
            unsafe fill(UnsafeMutableRawBufferPointer(rebasing: $0[...count]))
          }
        }
        held = bytes[..<decided]
      }
    }
    let count = min(room.count, held.count)
    unsafe room.copyBytes(from: held.prefix(count))
    held.removeFirst(count)
    return count
  }

  func skip(_ count: Int64) throws(InputEvent) -> Bool {
    guard try input.skip(count) else { return false }
    // Reading begins where a record does.
    (offset, isLineStart, open, isWaiting) = (offset + count, true, nil, false)
    return true
  }

  func heed(_ stop: FeedStop) { input.heed(stop) }
  var isReady: Bool { input.isReady }
  var size: Int64? { input.size }

  func takeNotes() -> [SourceNote] {
    defer { notes = [] }
    return input.takeNotes() + notes
  }

  /// Returns how many of the bytes are decided: all, or all but the last.
  private func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    var place = 0
    while place < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[place...])
      let next = unsafe rest.withMemoryRebound(to: UInt8.self) {
        unsafe ByteSearch.first(0, in: $0)
      }
      guard let next else { break }
      place += next
      let start = place
      while place < bytes.count, unsafe bytes[place] == 0 { place += 1 }
      let isGap = unsafe start > 0 ? bytes[start - 1] == 0x0A : open != nil || isLineStart
      guard isGap else { continue }
      for each in start..<place - 1 { unsafe bytes[each] = white(at: offset + Int64(each)) }
      let last = place - 1
      open = (open?.lowerBound ?? offset + Int64(start))..<(offset + Int64(place))
      guard place < bytes.count else {
        isWaiting = true
        isLineStart = false
        offset += Int64(last)
        return last
      }
      // A line of nothing else may have been a record: it is a bad one.
      if unsafe bytes[place] == 0x0A || bytes[place] == 0x0D {
        open = nil
      } else {
        unsafe bytes[last] = white(at: offset + Int64(last))
        close()
      }
    }
    if let last = unsafe bytes.last { isLineStart = last == 0x0A }
    offset += Int64(bytes.count)
    return bytes.count
  }

  private func white(at offset: Int64) -> UInt8 {
    (offset + 1) % GapInput.line == 0 ? 0x0A : filler
  }

  private func close() {
    guard let gap = open else { return }
    open = nil
    count += 1
    guard count <= GapInput.mostNotes else { return }
    let more = count == GapInput.mostNotes ? "; more are not noted" : ""
    let note = SourceNote(
      kind: "gap",
      text:
        "\(name): bytes \(gap.lowerBound) to \(gap.upperBound - 1) are NUL, before a line, and were passed"
        + " over: nothing was written there\(more)")
    notes.append(note)
    SourceNotes.process.add(note.kind, note.text)
  }
}
