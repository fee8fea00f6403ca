import Sluice

/// The state of a reader of values: what may come next, and what is known about the text at the
/// front of its buffer.
struct ValueFraming {
  /// What may come next.
  enum FramingPosition {
    /// A value, or the end of the array: after `[`.
    case first
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
  /// Where a sequence's last record separator is, if its text was not delivered.
  var separator: FeedPosition?
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
  /// The text that is being skipped up to its own end.
  var skip: Skip?
  /// Text before this offset in the source is scanned byte by byte.
  var provenUpTo: Int64 = 0
  /// Faults before this offset teach nothing.
  var learnsAgainAt: Int64 = 0
  /// Up to this offset in the source there is no separator after the front of a sequence.
  var searchedUpTo: Int64 = 0
  /// The number of bytes examined before a fault, and again after it.
  private(set) var lookedAtAgain: Int64 = 0
  /// Where the bytes end, in the source, that were examined before a fault.
  private var furthest: Int64 = 0
  /// Too many bytes were examined in vain. So a value that begins before this offset in the source may continue only
  /// on lines that are indented further than its own.
  private(set) var cautiousUpTo: Int64 = 0
  /// What was before this offset in the source when nothing came after it was inspected.
  var restedAt: Int64 = -1
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

  /// Notes that bytes from an offset in the source on were examined in vain. `longest`: a record's maximum length. What is
  /// examined again may be 32 times the bytes read and as long as a record, or, for what small sources have, 32 times that:
  /// this keeps the total work linear.
  mutating func lookAgain(at count: Int, from front: Int64, _ longest: Int) {
    lookedAtAgain += Int64(count)
    furthest = max(furthest, front + Int64(count))
    cautiousUpTo = start + lookedAtAgain / 32 - min(Int64(longest) / 32, furthest - start)
  }

  /// Where a feed must resume, if bytes before the front belong to what was not delivered yet.
  var held: FeedPosition? {
    if isDone { return nil }
    if style == .sequence, place == .value { return separator }
    return enclosingPath?.held ?? damage?.start ?? skip?.start
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
