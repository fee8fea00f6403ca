import Sluice

/// What was done to a value so that its column could hold it. The words are those of summaries.
package enum ColumnNote: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Its column's contract replaced it.
  case nulled
  case text, spaces, plus, scalars, iso8601, utc, zone, overlap, pattern, epoch, fraction, path
  case extended, bytes
}

/// What was done to one value.
package struct NoteSet: BitwiseCopyable, Hashable, Sendable {
  /// A bit for each note.
  package private(set) var bits: UInt32 = 0

  package init() {}

  init(bits: UInt32) { self.bits = bits }

  init(_ note: ColumnNote) { bits = 1 << UInt32(note.rawValue) }

  @inline(__always)
  package var isEmpty: Bool { bits == 0 }

  @inline(__always)
  mutating func insert(_ note: ColumnNote) { bits |= 1 << UInt32(note.rawValue) }

  @inline(__always)
  mutating func formUnion(_ other: NoteSet) { bits |= other.bits }

  /// Calls the body with each note.
  func forEach(_ body: (ColumnNote) -> Void) {
    var rest = bits
    while rest != 0 {
      if let note = ColumnNote(rawValue: UInt8(rest.trailingZeroBitCount)) { body(note) }
      rest &= rest &- 1
    }
  }
}
