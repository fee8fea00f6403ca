import Sluice

/// A record of a feed, borrowed for the duration of a call.
///
/// Can't outlive the call that lends it. Its properties cost nothing until they are used.
///
/// Sound because the compiler keeps it from outliving the call that lends it, in which state and
/// window stay as they are.
@safe
public struct FeedRecord: ~Escapable {
  private let root: JSONPosition
  private let state: UnsafeMutablePointer<FeedState>

  /// Sound because only feeds create records, for the duration of one call, in which they change
  /// neither the window nor the state.
  @inline(__always)
  @_lifetime(immortal)
  init(unchecked root: JSONPosition, _ state: UnsafeMutablePointer<FeedState>) {
    self.root = root
    unsafe self.state = unsafe state
  }

  /// The record's value.
  public var cursor: JSONCursor {
    @_lifetime(copy self)
    get {
      let cursor = JSONCursor(unchecked: root)
      return unsafe _overrideLifetime(cursor, copying: self)
    }
  }

  /// The record's number in the feed, from 1. Rejected records count, blank lines do not.
  public var number: Int64 { unsafe settled.pointee.position.recordNumber }
  /// The line on which it begins, from 1. In framings other than lines, each access counts the
  /// newlines since the last access, at about 10 bytes per nanosecond.
  public var line: Int64 { unsafe settled.pointee.line() }
  /// The offset of its first byte in the feed; for lines, that of the line.
  public var offset: Int64 { unsafe state.pointee.record.offset }
  /// Its length in bytes, without the line end.
  public var length: Int { unsafe state.pointee.record.length }
  /// The position after it: store it with the results of the records up to this one.
  public var positionAfter: FeedPosition { unsafe settled.pointee.positionAfter }
  /// The name of the feed's source.
  public var source: String { unsafe state.pointee.source }

  /// Lends the record's bytes as they are in the feed, without the line end.
  public func withRawBytes<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(state.pointee.rawBytes)
  }

  /// A copy of the record's bytes. O(length).
  public var rawBytes: [UInt8] { unsafe Array(state.pointee.rawBytes) }

  /// Lends the record as JSON: its bytes, or, where lines are not JSON (``LineForm``), the text that was made
  /// of them.
  package func withJSON<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(state.pointee.text)
  }

  /// The record's value as a document of its own, which can be kept and sent to other tasks. Copies
  /// the record once: see `JSONCursor/detached()`.
  public func detached() throws(JSONError) -> JSONDocument { try cursor.detached() }

  /// Makes a reject of the record, for an error met while reading it. The error gets its location
  /// in the record: line, column, path and excerpt.
  public func reject(_ error: JSONError) -> RejectedRecord { unsafe settled.pointee.reject(error) }

  /// Makes a reject of the record, for any error that a mapping threw: see
  /// ``RejectedRecord/cause``.
  public func reject(_ error: any Error) -> RejectedRecord { unsafe settled.pointee.reject(error) }

  /// The state, after the lines and records before a separately read range have been counted.
  private var settled: UnsafeMutablePointer<FeedState> {
    if unsafe state.pointee.isRelative { unsafe state.pointee.settle() }
    return unsafe state
  }

  /// Makes a reject of the record with its location, and adds what the caller knows about the
  /// error.
  package func reject(_ error: JSONError, cause: any Error) -> RejectedRecord {
    var reject = unsafe settled.pointee.reject(error)
    reject.cause = cause
    return reject
  }

  /// Rejects this record; the reject counts as the feed's own.
  @usableFromInline
  borrowing func reject(
    _ error: any Error, _ rejected: (RejectedRecord) throws -> Void
  ) throws {
    try unsafe reject(reject: state.pointee.reject(error), rejected)
  }

  /// The same for a reject that was made of this record.
  package borrowing func reject(
    reject record: RejectedRecord, _ rejected: (RejectedRecord) throws -> Void
  ) throws {
    unsafe state.pointee.rejected += 1
    try rejected(record)
    try unsafe state.pointee.checkLimits(last: record)
  }
}
