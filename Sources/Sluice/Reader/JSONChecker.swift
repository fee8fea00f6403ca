import CSimdJSON

/// Checks whole documents in full, window by window, without ever holding a whole index.
///
/// ```swift
/// var checker = JSONChecker()
/// try checker.check(bytes)  // throws the first fault, with line, column and path
/// ```
///
/// The verdict is that of ``JSONChecking/full``, for documents of any size. Besides the input, it takes five bytes of
/// memory for each byte of a window, however large the document is. A token longer than a window makes that window as
/// large.
public struct JSONChecker: ~Copyable {
  /// The deepest nesting to accept.
  public var depthLimit: Int
  /// How many bytes are indexed at a time.
  let windowSize: Int
  private var storage: IndexStorage?

  /// `windowSize` is for tests; 1 MiB keeps the index in the cache.
  public init(depthLimit: Int = 1024, windowSize: Int = 1 << 20) {
    self.depthLimit = min(max(depthLimit, 1), Int(UInt32.max))
    self.windowSize = max(windowSize, 64)
    storage = nil
  }

  /// Checks a document. Throws its first fault in text order, located.
  public mutating func check(_ bytes: borrowing PaddedBytes) throws(JSONError) {
    try unsafe check(padded: bytes.unsafeBytes)
  }

  /// Checks a document. Copies its bytes once.
  public mutating func check(_ bytes: [UInt8]) throws(JSONError) {
    try check(PaddedBytes(copying: bytes))
  }

  /// Checks a document. Copies its UTF-8 once.
  public mutating func check(_ text: some StringProtocol) throws(JSONError) {
    try check(PaddedBytes(copying: text.utf8))
  }

  /// Checks a document that is followed by ``PaddedBytes/padding`` readable bytes.
  public mutating func check(padded bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    let text = unsafe bytes.behindByteOrderMark
    do throws(JSONError) {
      try unsafe checkWindows(of: text)
    } catch {
      throw unsafe (FaultScan.firstFault(in: text, depthLimit: depthLimit) ?? error).leaving(bytes)
    }
  }

  private mutating func readied() throws(JSONError) -> IndexStorage {
    if let storage { return storage }
    let made = try IndexStorage()
    storage = made
    return made
  }

  private mutating func checkWindows(of text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    let storage = try readied()
    guard let base = text.baseAddress else { throw JSONError(.empty, at: 0) }
    // simdjson's stage 1 doesn't report a character that a window cuts.
    guard unsafe csj_cuts_at_characters() || csj_is_utf8(base, text.count) else {
      throw unsafe StageOneFault.error(for: CSJ_INVALID_UTF8, in: text, depthLimit: depthLimit)
    }
    unsafe storage.context.pointee.depthLimit = UInt32(truncatingIfNeeded: depthLimit)
    let levels = unsafe storage.levels(depthLimit)
    var state = FullCheck.State()
    var start = unsafe text.firstNonSpace(from: 0)
    guard start < text.count else { throw JSONError(.empty, at: 0) }
    var size = windowSize
    while start < text.count {
      let window = unsafe UnsafeBufferPointer(rebasing: text[start..<min(text.count, start + size)])
      let isLast = start + window.count == text.count
      let next = try unsafe checkWindow(
        window, of: text, at: start, isLast: isLast, storage, levels, &state)
      if isLast { return }
      // Nothing was consumed: a token is longer than the window.
      guard next > start || size < JSONOptions.largestSize else {
        throw JSONError(.tooLarge, at: start, name: "\(JSONOptions.largestSize)")
      }
      size = next > start ? windowSize : min(size * 2, JSONOptions.largestSize)
      start = unsafe text.firstNonSpace(from: next)
    }
    // Only white space followed the last window: the walk must have finished.
    guard state.isBehindValue, state.depth == 0 else {
      throw JSONError(.incomplete, at: text.count, expected: state.expectation)
    }
  }

  /// Walks over one window. Returns where the next begins.
  private func checkWindow(
    _ window: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>, at start: Int,
    isLast: Bool, _ storage: IndexStorage, _ levels: UnsafeMutablePointer<Bool>,
    _ state: inout FullCheck.State
  ) throws(JSONError) -> Int {
    var found = unsafe csj_structurals()
    let mode = isLast ? CSJ_DOCUMENT : CSJ_CUT
    let status = unsafe csj_stage1(
      storage.engine, window.baseAddress!, UInt64(window.count), mode, &found)
    guard status == CSJ_OK, let tokens = unsafe found.tokens else {
      if status == CSJ_EMPTY && !isLast { return start }
      // Searches for faults from the document's start: the window may begin anywhere.
      throw unsafe StageOneFault.error(for: status, in: text, depthLimit: depthLimit)
    }
    // A document of one window, as most are.
    if isLast, !state.isBehindValue, state.depth == 0, let kinds = unsafe found.kinds,
      let escapes = unsafe found.escapes,
      unsafe csj_check(
        window.baseAddress!, tokens, kinds, escapes, 0, found.count,
        UInt32(truncatingIfNeeded: window.count), UInt32(clamping: depthLimit), nil)
    {
      return start + window.count
    }
    unsafe storage.index.pointee.bytes = window.baseAddress!
    unsafe storage.index.pointee.tokens = unsafe tokens
    unsafe storage.index.open(
      first: 0, end: found.count, length: UInt32(truncatingIfNeeded: window.count))
    defer { unsafe storage.index.close() }
    do throws(JSONError) {
      // The index of a cut window ends with the token that stage 1 left out: the next window's first.
      if state.isBehindValue, state.depth == 0, unsafe found.count > 0 {
        throw unsafe JSONError(.trailingContent, at: Int(tokens[0]))
      }
      var check = unsafe FullCheck(
        of: JSONPosition(rootOf: storage.index), levels: levels, isLastWindow: isLast)
      let next = try check.run(from: &state)
      return unsafe start + Int(tokens[Int(next)])
    } catch {
      var error = error
      error.offset += start
      throw error
    }
  }
}

extension FullCheck.State {
  fileprivate var expectation: JSONError.Expectation {
    if !isBehindValue { return .value }
    return isInObject ? .commaOrBrace : .commaOrBracket
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte at or after `start` that is not JSON white space.
  fileprivate func firstNonSpace(from start: Int) -> Int {
    var i = start
    while i < count, unsafe self[i] == 0x20 || self[i] == 0x0A || self[i] == 0x0D || self[i] == 0x09
    {
      i += 1
    }
    return i
  }
}
