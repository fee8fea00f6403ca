import Sluice

/// Values that follow each other, or the elements of an array, across any number of lines: found by their brackets.
///
/// They are found in an index of the text at the front (`ValueFraming+Index`). Three kinds of text are scanned byte by byte
/// instead (``RecordProver``, `ValueFraming+Proof`): the first records, text that stage 1 refuses, and text that the index
/// can't resolve. After a fault, everything up to the next possible start of a record is one bad record
/// (`ValueFraming+Damage`).
struct ValueFraming: IndexedFraming {
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

  var rules: FramingRules {
    didSet { front.rules = rules }
  }
  let style: ValueScan.Style
  /// Where the part was begun to be read.
  let partStart: FeedPosition
  var front: FrontIndex
  var place: FramingPosition
  var passed = 0
  /// What surrounds the array whose elements are the records.
  var enclosingPath: EnclosingPath?
  /// What precedes the front on its line.
  var line = LinePlace()
  /// What is known about how records lie on their lines.
  var layout = RecordLayout()
  /// The text at the front, while it is scanned byte by byte.
  var prover: RecordProver?
  /// The text skipped since a fault, until a record can begin again.
  var damage: DamagedText?
  /// The text that is being skipped up to its own end.
  var skip: Skip?
  /// Faults before this offset teach nothing.
  var learnsAgainAt: Int64 = 0
  /// The number of bytes examined before a fault, and again after it.
  private var lookedAtAgain: Int64 = 0
  /// Where the bytes end, in the source, that were examined before a fault.
  private var furthest: Int64 = 0
  /// Too many bytes were examined in vain. So a value that begins before this offset in the source may continue only
  /// on lines that are indented further than its own.
  private(set) var cautiousUpTo: Int64 = 0
  /// What was before this offset in the source when nothing came after it was inspected.
  private var restedAt: Int64 = -1
  /// Whether nothing more comes.
  var isDone = false

  /// Reads a part of a source from an offset on; 0: from its start. `pointer`: the array whose elements are the records;
  /// nil: values that follow each other.
  init(
    _ pointer: JSONPointer?, _ indexer: RecordIndexer, _ rules: FramingRules,
    from offset: Int64, in partStart: FeedPosition
  ) {
    (self.rules, self.partStart) = (rules, partStart)
    front = FrontIndex(indexer, rules, from: offset)
    if let pointer {
      (style, place) = (.elements, .anything)
      enclosingPath = EnclosingPath(pointer, isResumed: offset > 0)
    } else {
      (style, place) = (.concatenated, .value)
    }
  }

  var lookedAt: Int64 { front.lookedAt }

  var held: FeedPosition? { isDone ? nil : enclosingPath?.held ?? damage?.start ?? skip?.start }

  @inline(__always)
  mutating func openFound(in window: borrowing Window, as record: inout RecordExtent) -> Bool {
    guard front.openFound(as: &record) else { return false }
    place = .separator
    return true
  }

  /// What is left is nothing, or an end that is left (``UnfinishedEnd``).
  mutating func end(_ rest: inout Window) -> FramingStep {
    leave(&rest) ?? rejectCutArray(rest) ?? .end
  }

  mutating func step(_ rest: inout Window) -> FramingStep {
    if skip != nil { return skipOn(&rest) }
    if damage != nil { return resynchronize(&rest) }
    if prover != nil { return proveOn(&rest) }
    passSpace(&rest)
    if rest.isEmpty { return .needsMore }
    enclosingPath?.isEmpty = false
    if let enclosingPath, enclosingPath.phase != .inside {
      return passSurroundings(enclosingPath, &rest)
    }
    if rest.offset < max(front.provenUpTo, cautiousUpTo) || !layout.isComplete {
      return proveOn(&rest)
    }
    if front.lacks(rest) { return .needsMore }
    switch index(rest) {
    case .needsMore: return .needsMore
    case .failed(let error): return .failed(error)
    case .found:
      if front.hasFound { return .found }
      // Only the array's end takes space without a record.
      endArray(at: rest.start)
      pass((front.done ?? passed) - passed, &rest)
      return .passed
    case .unclear:
      front.wanted = 0
      return proveOn(&rest)
    }
  }

  /// Makes the first bytes of the window a record, or a bad one. No adjacent byte may belong to it.
  mutating func record(length: Int, _ rest: borrowing Window) -> FramingStep {
    do throws(JSONError) {
      let fault = try unsafe front.openAlone(rest.first(length))
      return unit(length: length, fault, rest)
    } catch {
      return .failed(error)
    }
  }

  /// Makes the first bytes of the window a record with or without a fault.
  mutating func unit(length: Int, _ fault: JSONError?, _ rest: borrowing Window) -> FramingStep {
    let extent = front.extent(length, of: rest)
    front.end(at: passed + length)
    place = .separator
    return fault.map { .rejected(extent, $0) } ?? .record(extent)
  }

  // MARK: Moving on

  mutating func move(past text: UnsafeBufferPointer<UInt8>) { unsafe line.move(past: text) }

  mutating func passSpace(_ rest: inout Window) { pass(rest.spaceCount, &rest) }

  mutating func settle(for window: borrowing Window) -> Bool {
    let end = window.offset + Int64(window.count)
    guard restedAt != end, damage == nil, skip == nil, enclosingPath?.phase ?? .inside == .inside
    else { return false }
    restedAt = end
    if prover == nil {
      guard !window.isEmpty else { return false }
      prover = RecordProver(self, at: window.offset)
    }
    switch scan(window) {
    case .needsMore: return prover?.rest() ?? false
    case .proven, .damaged, .tooLong, .ended: return true
    }
  }

  /// Notes that bytes from an offset in the source on were examined in vain. What is
  /// examined again may be 32 times the bytes read and as long as a record, or, for what small sources have, 32 times that:
  /// this keeps the total work linear.
  mutating func lookAgain(at count: Int, from offset: Int64) {
    lookedAtAgain += Int64(count)
    furthest = max(furthest, offset + Int64(count))
    cautiousUpTo =
      front.start + lookedAtAgain / 32 - min(Int64(rules.longest) / 32, furthest - front.start)
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
