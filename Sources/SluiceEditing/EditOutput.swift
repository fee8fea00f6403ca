import Sluice

/// The text of an edited document, as ranges of the old text with new bytes between them.
///
/// Adjacent ranges become one. So a document in which one value changed is three pieces, copied once.
struct EditOutput {
  private struct Piece: BitwiseCopyable {
    /// In the old text, or in the new bytes.
    let start: Int
    var count: Int
    let isNew: Bool
  }

  private var pieces: [Piece] = []
  private var new: [UInt8] = []
  /// The bytes so far.
  private(set) var count = 0

  /// Appends a range of the old text.
  mutating func append(source range: Range<Int>) {
    guard !range.isEmpty else { return }
    count += range.count
    if let last = pieces.indices.last, !pieces[last].isNew,
      pieces[last].start + pieces[last].count == range.lowerBound
    {
      pieces[last].count += range.count
    } else {
      pieces.append(Piece(start: range.lowerBound, count: range.count, isNew: false))
    }
  }

  /// Appends new bytes.
  mutating func append(_ bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else { return }
    let start = new.count
    new.append(contentsOf: bytes)
    noteNew(from: start)
  }

  mutating func append(_ byte: UInt8) {
    new.append(byte)
    noteNew(from: new.count - 1)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard unsafe !bytes.isEmpty else { return }
    let start = new.count
    unsafe new.append(contentsOf: bytes)
    noteNew(from: start)
  }

  private mutating func noteNew(from start: Int) {
    let added = new.count - start
    count += added
    if let last = pieces.indices.last, pieces[last].isNew {
      pieces[last].count += added
    } else {
      pieces.append(Piece(start: start, count: added, isNew: true))
    }
  }

  /// The whole text. O(its size), one copy.
  func text(over source: UnsafePointer<UInt8>) -> [UInt8] {
    // An array of no capacity would write its count into the empty array that all threads share.
    guard count > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
      guard var target = room.baseAddress else { return }
      unsafe new.withUnsafeBufferPointer { new in
        for piece in pieces {
          let start = unsafe piece.isNew ? new.baseAddress : source
          guard let start = unsafe start else { continue }
          unsafe target.initialize(from: start + piece.start, count: piece.count)
          unsafe target += piece.count
        }
      }
      initialized = count
    }
  }
}
