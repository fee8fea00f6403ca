import Sluice
import SluiceSystem

/// Text in which the gaps before lines are white space.
///
/// A gap is a run of NUL bytes at the start of a line, where nothing was written: of a writer that keeps its position
/// while its log is cut (`copytruncate` without `O_APPEND`). Its bytes become spaces, so that offsets and line numbers stay
/// what they are; but for a line feed in every 64 KiB, since a line has a longest length. NUL bytes inside a line stay, and
/// make a bad record of it.
final class GapInput: ByteInput {
  private let input: any ByteInput
  private let name: String
  /// What NUL bytes become: spaces or, where lines are no JSON and spaces would count, line feeds.
  var filler: UInt8
  /// The offset of the next byte.
  private var offset: Int64 = 0
  private var isLineStart = true
  /// The gap whose end has not come yet.
  private var open: Range<Int64>?
  private var notes: [RemoteContext.Note] = []
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
    let count = try unsafe input.read(into: room)
    unsafe fill(UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
    return count
  }

  func skip(_ count: Int64) throws(InputEvent) -> Bool {
    guard try input.skip(count) else { return false }
    // Reading begins where a record does.
    (offset, isLineStart, open) = (offset + count, true, nil)
    return true
  }

  func heed(_ stop: FeedStop) { input.heed(stop) }
  var isReady: Bool { input.isReady }
  var size: Int64? { input.size }

  func takeNotes() -> [RemoteContext.Note] {
    defer { notes = [] }
    return input.takeNotes() + notes
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    var place = 0
    while place < bytes.count {
      if open == nil || place > 0 {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[place...])
        let next = unsafe rest.withMemoryRebound(to: UInt8.self) {
          unsafe ByteSearch.first(0, in: $0)
        }
        guard let next else { break }
        place += next
      }
      let start = place
      while place < bytes.count, unsafe bytes[place] == 0 { place += 1 }
      let isGap = unsafe open != nil || (start > 0 ? bytes[start - 1] == 0x0A : isLineStart)
      guard isGap else { continue }
      if start < place {
        let gap = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<place])
        _ = unsafe gap.initializeMemory(as: UInt8.self, repeating: filler)
        let first = Int64(start) + offset
        let ends = (first / GapInput.line + 1) * GapInput.line - 1
        for end in stride(from: ends, to: offset + Int64(place), by: Int(GapInput.line)) {
          unsafe bytes[Int(end - offset)] = 0x0A
        }
      }
      open = (open?.lowerBound ?? offset + Int64(start))..<(offset + Int64(place))
      if place < bytes.count { close() }
    }
    if bytes.count == 0 { close() }
    if let last = unsafe bytes.last { isLineStart = open == nil && last == 0x0A }
    offset += Int64(bytes.count)
  }

  private func close() {
    guard let gap = open else { return }
    open = nil
    count += 1
    guard count <= GapInput.mostNotes else { return }
    let more = count == GapInput.mostNotes ? "; more are not noted" : ""
    let note = RemoteContext.Note(
      kind: "gap",
      text:
        "\(name): bytes \(gap.lowerBound) to \(gap.upperBound - 1) are NUL, before a line, and were passed"
        + " over: nothing was written there\(more)")
    notes.append(note)
    RemoteContext.process.note(note.kind, note.text)
  }
}
