import Sluice

/// Handles bad records as the policy says.
@usableFromInline
package final class BadRecordHandler {
  private let policy: BadRecordPolicy
  private let file: RejectFile?
  /// Whether each reject is written immediately: the call that found it may run for days.
  private let writesAtOnce: Bool
  private(set) var collected: [RejectedRecord] = []
  private let countsReasons: Bool
  package private(set) var reasons: [RejectReason] = []
  private var doubt: FramingDoubt?

  /// Throws `io` if a reject file can't be opened, or is one of the feed's own files.
  init(
    _ options: FeedOptions, apartFrom files: [String], writesAtOnce: Bool = false
  ) throws(JSONError) {
    policy = options.badRecords
    countsReasons = options.countsReasons
    if options.framing == .auto { doubt = FramingDoubt() }
    self.writesAtOnce = writesAtOnce
    guard case .reject(let path) = policy else {
      file = nil
      return
    }
    let file = try RejectFile(path: path)
    if file.isRegular, files.contains(where: { file.isFile(at: $0) }) {
      throw JSONError(
        .io, at: 0, name: path, reason: "it is the feed itself: rejects need a file of their own")
    }
    try file.endLastLine()
    self.file = file
  }

  @usableFromInline
  package func keep(_ record: RejectedRecord) throws {
    if countsReasons { reasons.count(Reject(record)) }
    doubt?.keep(record)
    switch policy {
    case .stop: throw record
    case .skip: break
    case .collect(let limit): if collected.count < limit { collected.append(record) }
    case .reject:
      try file?.append(Reject(record))
      if writesAtOnce { try file?.flush() }
    }
  }

  /// That another framing fits better than the one that `.auto` guessed, if most records were refused.
  package func framingNote(
    _ counts: FeedCounts, _ guessed: FeedFraming, of source: String
  ) -> SourceNote? {
    doubt?.note(counts, guessed, of: source)
  }

  /// Runs `body`, and then writes out the rejects it kept. An error from `body` takes precedence.
  @usableFromInline
  package func flushing<R>(_ body: () throws -> R) throws -> R {
    guard let file else { return try body() }
    let result = Result { try body() }
    let flushed = Result { () throws(JSONError) in try file.flush() }
    let value = try result.get()
    try flushed.get()
    return value
  }
}
