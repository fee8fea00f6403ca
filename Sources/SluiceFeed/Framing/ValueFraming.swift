import Sluice

/// How far a reader of values is: what may come next, and what is known of what lies at the front
/// of its buffer.
struct ValueFraming {
  /// What may come next.
  enum Place {
    /// A value, or the end of the array: behind `[`.
    case first
    /// A value must come.
    case value
    /// A separator must come: behind a value.
    case separator
    /// Anything: behind something bad, and where a feed goes on.
    case anything
  }

  let style: ValueScan.Style
  /// The offset in the source at which its reading began.
  let start: Int64
  var place: Place
  /// What surrounds the array, when its elements are the records.
  var surroundings: Surroundings?
  /// White space between the start of the line and the front of the buffer; nil: something else
  /// stands there.
  var lineIndent: Int? = 0
  /// Whether a good record had a newline in it, of the first ``mostLookedAt``.
  private(set) var spansLines = false
  private var lookedAt = 0
  /// How many bytes were looked at again, because the bad record that they were in was cut short.
  var lookedAtAgain: Int64 = 0
  private static let mostLookedAt = 64
  /// The value at the front, while it is looked at byte by byte.
  var scan: ValueScan?
  /// The value at the front is not whole among fewer bytes than these, as far as the index can tell:
  /// asked for only as long as nobody has to wait for them.
  var wanted = 0
  /// So many bytes are wanted at the most; for longer values the end is looked for byte by byte.
  static let mostWanted = 8 << 20
  /// The value at the front is to be looked at byte by byte.
  var isOdd = false
  /// Up to this offset in the source, stage 1 refused the bytes: they are looked at one by one.
  var refusedUpTo: Int64 = 0
  /// Up to this offset, windows are as small as they get.
  var finestUpTo: Int64 = 0
  /// Nothing more comes.
  var isDone = false

  /// Reads a part of a source from an offset on.
  init(_ framing: FeedFraming, from start: Int64) {
    let isResumed = start > 0
    self.start = start
    switch framing {
    case .sequence:
      style = .sequence
      place = .separator
    case .elements(let pointer):
      style = .elements
      place = .anything
      surroundings = Surroundings(pointer, isResumed: isResumed)
    default:
      style = .concatenated
      place = .value
    }
  }

  /// Whether good records are still looked at for newlines.
  var looksAtLines: Bool { lookedAt < ValueFraming.mostLookedAt }

  /// Notes whether good records are each on one line, as the first of them show.
  @inline(__always)
  mutating func noteLines(of record: UnsafeBufferPointer<UInt8>) {
    guard looksAtLines else { return }
    lookedAt += 1
    if firstNewline(in: record) != nil { spansLines = true }
  }

  /// What a byte between two values is.
  enum Separator { case value, passed, bad, arrayEnd }

  /// Says what a byte between two values is, and notes what may come behind it.
  @inline(__always)
  static func separator(
    _ byte: UInt8, _ style: ValueScan.Style, _ place: inout Place
  ) -> Separator {
    if style == .sequence {
      if byte == FeedFraming.recordSeparator {
        place = .value
        return .passed
      }
      return place == .separator ? .bad : .value
    }
    switch byte {
    case Byte.comma where place == .separator || place == .anything:
      place = .value
      return .passed
    case Byte.closeBracket where place != .value: return .arrayEnd
    default: return place == .separator ? .bad : .value
    }
  }
}
