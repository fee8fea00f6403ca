import Sluice

/// The state of a reader of values: what may come next, and what is known about the text at the
/// front of its buffer.
struct ValueFraming {
  /// What may come next.
  enum FramingPosition {
    /// A value, or the end of the array: after `[`.
    case first
    /// A value.
    case value
    /// A separator, after a value.
    case separator
    /// Anything: after bad text, and where a feed resumes.
    case anything
  }

  let style: ValueScan.Style
  /// The offset in the source at which reading began.
  let start: Int64
  var place: FramingPosition
  /// The offset of a sequence's last record separator.
  var separator: Int64?
  /// What surrounds the array whose elements are the records.
  var enclosingPath: EnclosingPath?
  /// White space between the start of the line and the front of the buffer; nil: other text is
  /// there.
  var lineIndent: Int? = 0
  /// The column of the line at the front of the buffer, if other text precedes the front on it.
  var lineColumn = 0
  /// What is known about how records lie on their lines.
  var layout = RecordLayout()
  /// The text at the front, while it is scanned byte by byte.
  var prover: RecordProver?
  /// The text skipped since a fault, until a record can begin again.
  var damage: DamagedText?
  /// Text before this offset in the source is scanned byte by byte.
  var provenUpTo: Int64 = 0
  /// Faults before this offset teach nothing.
  var learnsAgainAt: Int64 = 0
  /// Where the search for a sequence's next separator begins.
  var searched = 0
  /// The number of bytes examined before a fault, and again after it.
  var lookedAtAgain: Int64 = 0
  /// The number of bytes in indexed windows that were left to be scanned byte by byte.
  var indexedInVain: Int64 = 0
  /// The total number of bytes indexed or scanned.
  var lookedAt: Int64 = 0
  /// The index found that the value at the front needs at least this many bytes. They are requested
  /// only if reading them does not wait.
  var wanted = 0
  /// The maximum of ``wanted``; the end of longer values is found byte by byte.
  static let mostWanted = 8 << 20
  /// Up to this offset, windows have the smallest size.
  var finestUpTo: Int64 = 0
  /// Whether nothing more comes.
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
      enclosingPath = EnclosingPath(pointer, isResumed: isResumed)
    default:
      style = .concatenated
      place = .value
    }
  }

  /// The role of a byte between two values.
  enum Separator { case value, passed, bad, arrayEnd }

  /// Classifies a byte between two elements, and notes what may come after it.
  @inline(__always)
  static func separator(_ byte: UInt8, _ place: inout FramingPosition) -> Separator {
    switch byte {
    case Byte.comma where place == .separator || place == .anything:
      place = .value
      return .passed
    case Byte.closeBracket where place != .value: return .arrayEnd
    default: return place == .separator ? .bad : .value
    }
  }
}
