import CSimdJSON
import Sluice

/// Finds errors again, byte by byte, from where the earlier tokens were returned. Kernels tokenize
/// broken text differently. This code uses no tokens, so that code and offset match the core's full
/// check under all kernels.
extension TokenStream {
  /// The fault at the current entry, whose token is known to be in the window.
  func fault() -> JSONError {
    let from = unsafe Int(walk.here[0])
    let window = unsafe UnsafeBufferPointer(start: walk.bytes, count: walk.windowEnd)
    let (error, _) = unsafe firstFault(in: window, from: from)
    // Not reached as long as everything that refuses a token here is also refused by the scan.
    return unsafe error
      ?? JSONError(.unexpectedToken, at: from, expected: .value).leaving(
        stream: window, at: walk.windowOffset)
  }

  /// The first fault of a window from an offset between two tokens, and the start of its token. The
  /// error's offset is absolute.
  func firstFault(
    in window: UnsafeBufferPointer<UInt8>, from: Int
  ) -> (error: JSONError?, tokenStart: Int) {
    var (from, place) = (from, scanPlace)
    if from == 0, let long, long.kind == .number {
      // Its beginning is gone: the scan continues after it.
      from = unsafe window.firstIndex { csj_ends_scalar($0) } ?? window.count
      let text = unsafe UnsafeBufferPointer(rebasing: window[..<from])
      if let fault = unsafe fault(of: long, endingWith: text) { return (fault, 0) }
      place = .behind
    }
    var scan = unsafe FaultScan(
      UnsafeBufferPointer(rebasing: window[from...]), depthLimit: options.depthLimit,
      from: place, levels: walk.levels.all)
    scan.isLenient = options.checking == .accessed
    scan.takesSeveral = options.takesSeveralDocuments
    do throws(JSONError) {
      try scan.run()
      return (nil, window.count)
    } catch {
      var error = error
      if error.code == .unclosedString, let long, from == 0, scan.tokenStart == 0 {
        // It began in a window that is gone.
        let unclosed = absolute(JSONError(.unclosedString, at: 0), at: long.offset)
        return (foreignEncoding ?? unclosed, 0)
      }
      error = unsafe error.leaving(
        stream: UnsafeBufferPointer(rebasing: window[from...]), at: walk.windowOffset &+ Int64(from)
      )
      return (foreignEncoding ?? error, from + scan.tokenStart)
    }
  }

  /// The fault of ending the stream here, if any.
  func faultAtEnd() -> JSONError? {
    let expected: JSONError.Expectation
    switch walk.place {
    case .end: return nil
    case .root:
      if options.takesSeveralDocuments { return nil }
      return foreignEncoding ?? absolute(JSONError(.empty, at: 0), at: firstOffset)
    case .behind: expected = walk.isInObject ? .commaOrBrace : .commaOrBracket
    case .value: expected = .value
    case .firstValue: expected = .valueOrBracket
    case .firstKey: expected = .keyOrBrace
    case .key: expected = .key
    case .colon: expected = .colon
    }
    return foreignEncoding
      ?? absolute(JSONError(.incomplete, at: 0, expected: expected), at: buffer.offset)
  }

  /// An error with its offset in the stream.
  func absolute(_ error: JSONError, at offset: Int64) -> JSONError {
    unsafe error.leaving(stream: UnsafeBufferPointer(start: nil, count: 0), at: offset)
  }

  /// UTF-16 and UTF-32 show in the first bytes, and are reported before any other fault.
  var foreignEncoding: JSONError? {
    guard let head else { return nil }
    return unsafe head.withUnsafeBufferPointer { head in
      unsafe StageOneFault.foreignEncoding(head).map {
        absolute(JSONError(.unsupportedEncoding, at: 0, name: $0), at: firstOffset)
      }
    }
  }

  private var scanPlace: FaultScan.ScanPosition {
    switch walk.place {
    case .behind, .end: .behind
    case .value, .root: .value
    case .firstValue: .firstValue
    case .firstKey: .firstKey
    case .key: .key
    case .colon: .colon
    }
  }
}
