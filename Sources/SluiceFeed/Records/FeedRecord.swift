import Sluice

/// A record of a feed, lent while it is looked at.
///
/// Can't outlive the call that lends it. What is asked of it costs nothing until it is asked.
public struct FeedRecord: ~Escapable {
  private let root: JSONPosition
  private let state: UnsafeMutablePointer<FeedState>

  /// Sound because only feeds make one, for the time of one call, in which they change neither the
  /// window nor the state.
  @inline(__always)
  @_lifetime(immortal)
  init(unchecked root: JSONPosition, _ state: UnsafeMutablePointer<FeedState>) {
    self.root = root
    self.state = state
  }

  /// The record's value.
  public var cursor: JSONCursor {
    @_lifetime(copy self)
    get {
      let cursor = JSONCursor(unchecked: root)
      return unsafe _overrideLifetime(cursor, copying: self)
    }
  }

  /// Its number in the feed, counted from 1. Rejected records count, blank lines don't.
  public var number: Int64 { settled.pointee.position.recordNumber }
  /// The line on which it begins, counted from 1. Of records that are no lines, the newlines since
  /// this was last asked are counted: some 10 bytes a nanosecond.
  public var line: Int64 { settled.pointee.line() }
  /// The offset of its first byte in the feed; of a line, that of the line.
  public var offset: Int64 { state.pointee.offset }
  /// Its length in bytes, the line end not counted.
  public var length: Int { state.pointee.length }
  /// Where the record behind it begins: keep it with what you made of the records up to this one.
  public var positionAfter: FeedPosition { settled.pointee.positionAfter }
  /// The name of the feed's source.
  public var source: String { state.pointee.source }

  /// Lends the record's bytes as they stand in the feed, without the line end.
  public func withRawBytes<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(state.pointee.rawBytes)
  }

  /// A copy of the record's bytes. O(length).
  public var rawBytes: [UInt8] { Array(state.pointee.rawBytes) }

  /// The record as a reject, for an error that was met while reading it. The error gets its place
  /// in the record: line, column, path and excerpt.
  public func reject(_ error: JSONError) -> RejectedRecord { settled.pointee.reject(error) }

  /// The record as a reject, for whatever a mapping threw: see ``RejectedRecord/cause``.
  public func reject(_ error: any Error) -> RejectedRecord { settled.pointee.reject(error) }

  /// The state, once it knows how many lines and records come before a range that is read by itself.
  private var settled: UnsafeMutablePointer<FeedState> {
    if state.pointee.isRelative { state.pointee.settle() }
    return state
  }

  /// The record as a reject with the place in it, and beside it what the caller knows of the error.
  package func reject(_ error: JSONError, cause: any Error) -> RejectedRecord {
    var reject = settled.pointee.reject(error)
    reject.cause = cause
    return reject
  }

  /// Hands this record over as a reject that counts as the feed's own.
  @usableFromInline
  borrowing func turnDown(
    _ error: any Error, _ rejected: (RejectedRecord) throws -> Void
  ) throws {
    try turnDown(reject: state.pointee.reject(error), rejected)
  }

  /// The same for a reject that was made of it.
  package borrowing func turnDown(
    reject record: RejectedRecord, _ rejected: (RejectedRecord) throws -> Void
  ) throws {
    state.pointee.rejected += 1
    try rejected(record)
    try state.pointee.checkLimits(last: record)
  }
}
