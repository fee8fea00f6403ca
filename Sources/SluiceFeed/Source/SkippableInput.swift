import Sluice

/// The text of a file that begins with skippable frames, which Zstandard and LZ4 share: the first other
/// frame decides which of them decodes it and the rest.
final class SkippableInput: MemberedInput {
  private let raw: PeekableInput
  private let name: String
  /// After the skippable frames.
  private var passed: Int64 = 0
  /// Where the current skippable frame begins, and how many bytes of it are left.
  private var frame: (start: Int64, left: Int64) = (0, 0)
  private var decoder: (any MemberedInput)?
  private var failure: JSONError?

  init(_ input: any ByteInput, name: String) {
    raw = PeekableInput(input)
    self.name = name
  }

  var offset: Int64 { decoder?.offset ?? passed }

  var verifiedEnd: Int64 { decoder?.verifiedEnd ?? frame.start }
  var memberStart: Int64 { decoder?.memberStart ?? frame.start }
  var isCutShort: Bool { decoder?.isCutShort ?? (failure != nil) }

  func heed(_ stop: FeedStop) { raw.heed(stop) }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let failure { throw .failed(failure) }
    guard unsafe !room.isEmpty else { return 0 }
    while decoder == nil {
      // The room holds what is dropped.
      while frame.left > 0 {
        let count = Int(min(frame.left, Int64(room.count)))
        let got = try unsafe raw.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
        guard got > 0 else { throw .failed(cutShort()) }
        passed += Int64(got)
        frame.left -= Int64(got)
      }
      frame.start = passed
      try unsafe raw.peek { unsafe $0.count < 4 || $0.count < 8 && Packing.mayBeSkippable($0) }
      let head = raw.head
      if head.isEmpty { return 0 }
      if head.count >= 8, unsafe head.withUnsafeBufferPointer(Packing.mayBeSkippable) {
        frame.left = 8 + head[4..<8].reversed().reduce(0) { $0 << 8 | Int64($1) }
      } else {
        decoder = try InputEvent.asFailures(try decoder(after: head))
      }
    }
    return try unsafe decoder?.read(into: room) ?? 0
  }

  /// The decoder of a frame that begins like this. libzstd's says what is wrong with all others.
  private func decoder(after head: [UInt8]) throws(JSONError) -> any MemberedInput {
    if unsafe head.withUnsafeBufferPointer({ unsafe LoadedFormat.lz4.isBegun(by: $0) }) != false {
      return try LoadedInput(raw, .lz4, name: name, from: passed)
    }
    return try ZstdInput(raw, name: name, from: passed)
  }

  private func cutShort() -> JSONError {
    let failure = JSONError(
      .decompressionFailed, at: Int(clamping: passed), name: name,
      reason:
        "it is cut short: it ends at byte \(passed), inside the skippable frame that begins at"
        + " byte \(frame.start)")
    self.failure = failure
    return failure
  }
}
