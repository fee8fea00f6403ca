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
  /// The offset of a sequence's last record separator.
  var separator: Int64?
  /// What surrounds the array, when its elements are the records.
  var surroundings: Surroundings?
  /// White space between the start of the line and the front of the buffer; nil: something else
  /// stands there.
  var lineIndent: Int? = 0
  /// The column of the line that the front of the buffer is on, where something else stands before it.
  var lineColumn = 0
  /// What is known of how records lie on their lines.
  var layout = RecordLayout()
  /// The text at the front, while it is scanned byte by byte.
  var prover: RecordProver?
  /// What was passed over since a fault, until a record can begin again.
  var damage: DamagedText?
  /// Text before this offset in the source is scanned byte by byte.
  var provenUpTo: Int64 = 0
  /// Before this offset, nothing is learned from a fault.
  var learnsAgainAt: Int64 = 0
  /// Where the search for a sequence's next separator begins.
  var searched = 0
  /// How many bytes before a fault were examined, and are examined again after it.
  var lookedAtAgain: Int64 = 0
  /// How many bytes of indexed windows were left to be scanned byte by byte.
  var indexedInVain: Int64 = 0
  /// The total number of bytes indexed or scanned.
  var lookedAt: Int64 = 0
  /// The value at the front is not whole among fewer bytes than these, as far as the index can tell:
  /// asked for only as long as nobody has to wait for them.
  var wanted = 0
  /// So many bytes are wanted at the most; for longer values the end is looked for byte by byte.
  static let mostWanted = 8 << 20
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

  /// What a byte between two values is.
  enum Separator { case value, passed, bad, arrayEnd }

  /// Says what a byte between two elements is, and notes what may come after it.
  @inline(__always)
  static func separator(_ byte: UInt8, _ place: inout Place) -> Separator {
    switch byte {
    case Byte.comma where place == .separator || place == .anything:
      place = .value
      return .passed
    case Byte.closeBracket where place != .value: return .arrayEnd
    default: return place == .separator ? .bad : .value
    }
  }
}
